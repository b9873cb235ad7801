import { canonicalJson, sha256Hex } from '@signet/receipts/digest'
import type { ShelfDeck } from '../check/compile-script.ts'
import { loadShelf } from '../check/shelf.ts'
import { loadDeck } from '../decks/built-in.ts'
import { deckSha256 } from '../decks/deck-index.ts'
import type { Reading, ReadingInputs, ReadingRefusal } from '../record/reading.ts'
import { runReading } from './run-reading.ts'
import { readingSubject } from './subject.ts'

/** All inputs that a reading needs to be repeated, with the decks that are not built in. */
export interface ReplayInputs extends ReadingInputs {
  readonly decks?: readonly ShelfDeck[]
}

export interface ReadingFile {
  readonly inputs: ReplayInputs
  readonly reading: Reading
}

/** Returns the stored inputs of a reading. Built-in decks are identified by their digests and omitted. */
export const replayInputs = async (inputs: ReadingInputs, shelf: readonly ShelfDeck[]): Promise<ReplayInputs> => {
  const ownDecks: ShelfDeck[] = []
  for (const { slug, deck } of shelf) {
    const builtIn = await loadDeck(slug, deck.version)
    if (builtIn === undefined || deckSha256(builtIn) !== deckSha256(deck)) ownDecks.push({ slug, deck })
  }
  return ownDecks.length > 0 ? { ...inputs, decks: ownDecks } : inputs
}

export interface Difference {
  /** JSON pointer. */
  readonly path: string
  /** Canonical JSON; absent if the field does not exist. */
  readonly recorded?: string
  readonly repeated?: string
}

export type Replay =
  | {
      readonly ok: true
      readonly isSame: boolean
      /** SHA-256 of the subject. */
      readonly recorded: string
      readonly repeated: string
      /** At most 20, in order of their names. */
      readonly differences: readonly Difference[]
      readonly reading: Reading
    }
  | { readonly ok: false; readonly refusal: ReadingRefusal }

const DIFFERENCES_MAX = 20

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const jsonOf = (value: unknown): string | undefined => (value === undefined ? undefined : canonicalJson(value))

const differencesOf = (recorded: unknown, repeated: unknown, path: string, differences: Difference[]): void => {
  if (differences.length >= DIFFERENCES_MAX || jsonOf(recorded) === jsonOf(repeated)) return
  if (!isObject(recorded) || !isObject(repeated) || Array.isArray(recorded) !== Array.isArray(repeated)) {
    const before = jsonOf(recorded)
    const after = jsonOf(repeated)
    differences.push({
      path,
      ...(before !== undefined && { recorded: before }),
      ...(after !== undefined && { repeated: after }),
    })
    return
  }
  for (const name of [...new Set([...Object.keys(recorded), ...Object.keys(repeated)])].toSorted()) {
    const member = name.replaceAll('~', '~0').replaceAll('/', '~1')
    differencesOf(recorded[name], repeated[name], `${path}/${member}`, differences)
  }
}

export const rerun = async (
  inputs: ReplayInputs,
): Promise<
  { readonly ok: true; readonly reading: Reading } | { readonly ok: false; readonly refusal: ReadingRefusal }
> => {
  const { decks, ...otherInputs } = inputs
  return runReading(otherInputs, await loadShelf(inputs.script, decks))
}

/**
 * Repeats a reading and compares the bytes of its subject. Data outside the subject, such as hash, receipt and model
 * prose, is not compared.
 */
export const replayReading = async ({ inputs, reading }: ReadingFile): Promise<Replay> => {
  const outcome = await rerun(inputs)
  if (!outcome.ok) return outcome
  const recordedSubject = readingSubject(reading)
  const repeatedSubject = readingSubject(outcome.reading)
  const differences: Difference[] = []
  if (recordedSubject !== repeatedSubject)
    differencesOf(JSON.parse(recordedSubject), JSON.parse(repeatedSubject), '', differences)
  return {
    ok: true,
    isSame: recordedSubject === repeatedSubject,
    differences,
    reading: outcome.reading,
    recorded: sha256Hex(recordedSubject),
    repeated: sha256Hex(repeatedSubject),
  }
}
