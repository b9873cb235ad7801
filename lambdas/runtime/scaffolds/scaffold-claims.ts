import type { Scaffold, ScaffoldInput } from '@signet/scaffolds'
import { claimedInputs } from '../readings/reading-claims.ts'

const claimed = (value: string | number | boolean | readonly string[]) =>
  typeof value === 'object' ? [...value] : value

export const scaffoldClaimsOf = (input: ScaffoldInput, made: Scaffold) => ({
  ...claimedInputs(input),
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
