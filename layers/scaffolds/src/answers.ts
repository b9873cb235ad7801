import { sha256Hex } from '@signet/digest'
import type { ScaffoldFile } from './cross-check.ts'
import type { Context } from './design.ts'
import type { DeckUsed, ScaffoldInput } from './input.ts'

/** What a scaffold was made of, in its own `.scaffold/answers.json`. No secrets, no dates. */
export interface Answers {
  readonly schema: 1
  readonly intention: string
  readonly workerName: string
  readonly pattern: string
  readonly pattern_version: string
  readonly traits: Readonly<Record<string, string>>
  readonly entities: readonly string[]
  readonly target: string
  /** 0 to 2^53 - 1. */
  readonly seed: number
  readonly decks: readonly DeckUsed[]
  readonly cards: readonly string[]
  /** SHA-256 of each file but this one. */
  readonly files: Readonly<Record<string, string>>
}

/** The answers of a scaffold that is about to be finished. */
export const answersOf = (
  input: ScaffoldInput,
  patternVersion: string,
  context: Context,
  files: readonly ScaffoldFile[],
): Answers => ({
  schema: 1,
  intention: input.intention,
  workerName: context.worker,
  pattern: context.pattern,
  pattern_version: patternVersion,
  traits: context.traits,
  entities: context.entities.map(({ $noun }) => $noun),
  target: context.target,
  seed: input.seed,
  decks: input.decks ?? [],
  cards: (input.cards ?? []).map(({ id }) => id),
  files: Object.fromEntries(files.map(({ path, content }) => [path, sha256Hex(content)])),
})
