import { BUILT_IN_DECKS, hasVersionPrefix } from '../decks/built-in.ts'
import type { Deck } from '../decks/card.ts'
import { readScript } from '../script/parse-script.ts'
import { didYouMean, type ScriptError, scriptError, sortErrors } from '../script/script-errors.ts'
import type { DeckStatement, Script } from '../script/syntax.ts'
import { nameProblems } from './check-script.ts'

export interface ShelfDeck {
  readonly slug: string
  readonly deck: Deck
}

export interface CompiledScript {
  readonly script: Script
  readonly decks: readonly { readonly alias: string; readonly deck: Deck }[]
}

export type Compilation =
  | { readonly ok: true; readonly compiled: CompiledScript }
  | { readonly ok: false; readonly errors: readonly ScriptError[] }

const versionOrder = (a: string, b: string): number => {
  const partsA = a.split('.').map(Number)
  const partsB = b.split('.').map(Number)
  for (let at = 0; at < 3; at++) {
    const order = (partsA[at] ?? 0) - (partsB[at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

const newestDeck = (decks: readonly Deck[]): Deck | undefined =>
  decks.reduce<Deck | undefined>(
    (best, deck) => (best && versionOrder(best.version, deck.version) >= 0 ? best : deck),
    undefined,
  )

export const deckOf = ({ slug, version }: DeckStatement, shelf: readonly ShelfDeck[]): Deck | undefined =>
  newestDeck(
    shelf.flatMap((it) => (it.slug === slug.text && hasVersionPrefix(it.deck.version, version?.text) ? [it.deck] : [])),
  )

const deckProblem = ({ slug, version }: DeckStatement, shelf: readonly ShelfDeck[]): ScriptError => {
  const all = [
    ...shelf.map((it) => ({ slug: it.slug, version: it.deck.version })),
    ...BUILT_IN_DECKS.map((it) => ({ slug: it.name, version: it.version })),
  ]
  const versions = all.filter((it) => it.slug === slug.text).map((it) => it.version)
  if (versions.length === 0 || version === undefined) {
    const names = all.map((it) => it.slug)
    return scriptError('unknown_deck', slug, `no deck "${slug.text}"`, didYouMean(slug.text, names))
  }
  const hint = `available versions: ${[...new Set(versions)].join(', ')}`
  return scriptError('unknown_version', version, `deck "${slug.text}" has no version ${version.text}`, hint)
}

/**
 * Parses a script and checks it against its decks. Returns at most 20 errors in script order. Never throws. `shelf`
 * contains the permitted decks; `loadShelf` loads the built-in decks that a script names.
 */
export const compileScript = (text: string, shelf: readonly ShelfDeck[]): Compilation => {
  const { script, errors, lineOfName } = readScript(text)
  const decks = script.decks.map((statement) => ({ statement, deck: deckOf(statement, shelf) }))
  const foundDecks = decks.flatMap(({ statement, deck }) => (deck ? [{ alias: statement.alias.text, deck }] : []))
  const all = [
    ...errors,
    ...decks.flatMap(({ statement, deck }) => (deck ? [] : [deckProblem(statement, shelf)])),
    ...nameProblems(
      script,
      lineOfName,
      foundDecks.map(({ deck }) => deck),
    ),
  ]
  return all.length > 0 ? { ok: false, errors: sortErrors(all) } : { ok: true, compiled: { script, decks: foundDecks } }
}
