import type { Clock, RowTable } from '@signet/kernel'
import {
  BUILT_IN_DECKS,
  compileScript,
  type Deck,
  deckSha256,
  ENGINE,
  loadDeck,
  loadShelf,
  runCompiled,
} from '@signet/readings'
import { jsonSha256 } from '@signet/receipts/digest'
import type { DeckTest } from '../contract/deck-test.ts'
import type { simRow } from '../contract/sim-row.ts'
import { chiSquaredP } from './chi-squared.ts'

const scriptOf = ({ name, version }: Deck): string =>
  `spread sim\ndeck d = ${name}@${version}\nposition draw_some "Which cards come?"\n  draw 3 from d\n`

const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000

const chi2Of = (firsts: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>, readings: number): number =>
  [...expected].reduce((sum, [id, share]) => {
    const expectedCount = share * readings
    return sum + ((firsts.get(id) ?? 0) - expectedCount) ** 2 / expectedCount
  }, 0)

export const testDeck = async (deck: Deck, readings: number): Promise<DeckTest> => {
  const script = scriptOf(deck)
  const compilation = compileScript(script, await loadShelf(script, [{ slug: deck.name, deck }]))
  if (!compilation.ok) throw new Error(`The deck ${deck.name} does not compile: ${compilation.errors[0]?.message}`)
  const firsts = new Map<string, number>()
  const expected = new Map<string, number>()
  const drawnCards = new Set<string>()
  for (let seed = 0; seed < readings; seed++) {
    const outcome = runCompiled(compilation.compiled, { script, seed, lenient: true })
    if (!outcome.ok) throw new Error(`The deck ${deck.name} cannot be drawn from: ${outcome.refusal.code}`)
    for (const { id } of outcome.reading.cards) drawnCards.add(id)
    const first = outcome.trace.find(({ index }) => index === 0)
    if (first === undefined) continue
    firsts.set(first.pick, (firsts.get(first.pick) ?? 0) + 1)
    const total = first.candidates.reduce((sum, { weight }) => sum + weight, 0)
    if (expected.size === 0) for (const { id, weight } of first.candidates) expected.set(id, weight / total)
  }
  const chi2 = chi2Of(firsts, expected, readings)
  return {
    name: deck.name,
    version: deck.version,
    readings,
    never_drawn: deck.cards.flatMap(({ id }) => (drawnCards.has(id) ? [] : [id])),
    chi2: rounded(chi2),
    p: rounded(chiSquaredP(chi2, expected.size - 1)),
  }
}

/** Gives an expected count of five for a card with a weight of 1/200. */
const READINGS = 1_000

interface SelfTestDeps {
  readonly sims: Pick<RowTable<typeof simRow>, 'get' | 'putNew' | 'replace'>
  readonly now: Clock
  readonly readings?: number
}

const allDecks = async (): Promise<Deck[]> => {
  const decks = await Promise.all(BUILT_IN_DECKS.map(({ name, version }) => loadDeck(name, version)))
  return decks.flatMap((deck) => deck ?? [])
}

/** Tests the built-in decks and stores the result. For an unchanged subject, updates only the date. */
export const selfTest =
  ({ sims, now, readings = READINGS }: SelfTestDeps) =>
  async (): Promise<void> => {
    const decks = await allDecks()
    const subject_sha256 = jsonSha256({ engine: ENGINE, readings, decks: decks.map(deckSha256) })
    const last = await sims.get({})
    const isKnown = last?.subject_sha256 === subject_sha256
    const tested = isKnown ? last.decks : await Promise.all(decks.map((deck) => testDeck(deck, readings)))
    const next = { at: now().toISOString(), subject_sha256, decks: tested }
    // The newest test wins: the later of two concurrent runs overwrites the first.
    if (last === undefined) await sims.putNew({}, next)
    else await sims.replace({}, next, { at: last.at })
  }
