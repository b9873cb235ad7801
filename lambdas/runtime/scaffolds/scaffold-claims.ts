import type { Scaffold, ScaffoldInput } from '@signet/scaffolds'

const claimed = (value: string | number | boolean | readonly string[]) =>
  typeof value === 'object' ? [...value] : value

/** Characters of inputs that a claim may have: the opening is one row. The object has them whatever their length. */
const INPUTS_CHARACTERS = 128 * 1024

const inputsClaim = (text: string) => (text.length <= INPUTS_CHARACTERS ? { inputs: text } : {})

export const scaffoldClaimsOf = (input: ScaffoldInput, made: Scaffold) => ({
  ...inputsClaim(JSON.stringify(input)),
  intention: input.intention,
  pattern: `${made.pattern}@${made.patternVersion}`,
  templates_sha256: made.templatesSha256,
  worker_name: made.workerName,
  target: input.target ?? 'aws',
  seed: input.seed,
  files: made.files.length,
  facts: Object.fromEntries(Object.entries(made.emittedFacts).map(([name, value]) => [name, claimed(value)])),
  cards: (input.cards ?? []).map(({ id }) => id),
  decks: (input.decks ?? []).map(({ alias, name, version, sha256 }) => ({
    alias: alias ?? name,
    name,
    version,
    sha256,
  })),
})
