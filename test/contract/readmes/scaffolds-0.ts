import { interpretIntention, scaffold, updateScaffold } from '@signet/scaffolds'

const intention = 'Take payment events of Stripe'
const { pattern, traits, entities } = interpretIntention({ intention })
const before = scaffold({ intention, pattern, traits, entities, seed: 42 })
const after = scaffold({ intention, pattern, traits, entities, target: 'both', seed: 42 })
after.files // source, tests, infrastructure, governance, documentation
after.subjectSha256
updateScaffold({ base: before.files, theirs: after.files, ours: before.files }) // three-way merge that keeps edits

export {}
