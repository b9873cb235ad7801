import { intended, scaffold, updateScaffold } from '@signet/scaffolds'

const intention = 'Take payment events of Stripe'
const { pattern, traits, entities } = intended({ intention })
const before = scaffold({ intention, pattern, traits, entities, seed: 42 })
const made = scaffold({ intention, pattern, traits, entities, target: 'both', seed: 42 })
made.files // source, tests, infrastructure, governance, documentation
made.subjectSha256
updateScaffold({ base: before.files, theirs: made.files, ours: before.files }) // three-way, never over what was edited

export {}
