import type { Scaffold, ScaffoldInput } from '@signet/scaffolds'
import { claimedInputs } from '../readings/reading-claims.ts'

const claimValue = (value: string | number | boolean | readonly string[]) =>
  typeof value === 'object' ? [...value] : value

export const scaffoldClaimsOf = (input: ScaffoldInput, scaffold: Scaffold) => ({
  ...claimedInputs(input),
  intention: input.intention,
  pattern: `${scaffold.pattern}@${scaffold.patternVersion}`,
  templates_sha256: scaffold.templatesSha256,
  worker_name: scaffold.workerName,
  target: input.target ?? 'aws',
  seed: input.seed,
  files: scaffold.files.length,
  facts: Object.fromEntries(Object.entries(scaffold.emittedFacts).map(([name, value]) => [name, claimValue(value)])),
  cards: (input.cards ?? []).map(({ id }) => id),
  decks: (input.decks ?? []).map(({ alias, name, version, sha256 }) => ({
    alias: alias ?? name,
    name,
    version,
    sha256,
  })),
})
