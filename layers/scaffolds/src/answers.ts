import type { ScaffoldFile } from './cross-check.ts'
import type { Context } from './design.ts'
import { fileSha256 } from './file-digest.ts'
import type { Classification, DeckUsed, ScaffoldInput } from './input.ts'

/** The inputs of a scaffold, stored in its `.scaffold/answers.json`. No secrets, no dates. */
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
  /** Absent when the caller chose the pattern. */
  readonly classification?: Classification
  /** SHA-256 of every file except this one. */
  readonly files: Readonly<Record<string, string>>
}

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
  ...(input.classification && { classification: input.classification }),
  files: Object.fromEntries(files.map((file) => [file.path, fileSha256(file)])),
})

export class AnswersError extends TypeError {
  constructor(fault: string) {
    super(`.scaffold/answers.json: ${fault}`)
    this.name = 'AnswersError'
  }
}

/**
 * Parses an answers file. `scaffold` validates the values.
 * @throws AnswersError
 */
export const readAnswers = (text: string): Answers => {
  let value: Partial<Answers> | null
  try {
    value = JSON.parse(text) as Partial<Answers> | null
  } catch {
    throw new AnswersError('is not valid JSON')
  }
  if (value?.schema !== 1) throw new AnswersError('has an unsupported schema; the supported schema is 1')
  const { intention, workerName, pattern, pattern_version: version, target, seed, traits, entities } = value
  const isText = [intention, workerName, pattern, version, target].every((each) => typeof each === 'string')
  const isComplete = isText && typeof seed === 'number' && typeof traits === 'object' && Array.isArray(entities)
  if (!isComplete) throw new AnswersError('lacks a required field')
  return value as Answers
}
