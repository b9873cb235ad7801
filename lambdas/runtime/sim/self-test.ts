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

const roundTo6 = (value: number): number => Math.round(value * 1_000_000) / 1_000_000

const chi2Of = (
  firstCardCounts: ReadonlyMap<string, number>,
  expectedShares: ReadonlyMap<string, number>,
  readings: number,
): number =>
  [...expectedShares].reduce((sum, [id, share]) => {
    const expectedCount = share * readings
    return sum + ((firstCardCounts.get(id) ?? 0) - expectedCount) ** 2 / expectedCount
  }, 0)

export const testDeck = async (deck: Deck, readings: number): Promise<DeckTest> => {
  const script = scriptOf(deck)
  const compilation = compileScript(script, await loadShelf(script, [{ slug: deck.name, deck }]))
  if (!compilation.ok) throw new Error(`The deck ${deck.name} does not compile: ${compilation.errors[0]?.message}`)
  const firstCardCounts = new Map<string, number>()
  const expectedShares = new Map<string, number>()
  const drawnCards = new Set<string>()
  for (let seed = 0; seed < readings; seed++) {
    const outcome = runCompiled(compilation.compiled, { script, seed, lenient: true })
    if (!outcome.ok) throw new Error(`The deck ${deck.name} cannot be drawn from: ${outcome.refusal.code}`)
    for (const { id } of outcome.reading.cards) drawnCards.add(id)
    const first = outcome.trace.find(({ index }) => index === 0)
    if (first === undefined) continue
    firstCardCounts.set(first.pick, (firstCardCounts.get(first.pick) ?? 0) + 1)
    // The first pick has the same candidates in all readings, so the shares of one reading are those of all.
    const total = first.candidates.reduce((sum, { weight }) => sum + weight, 0)
    if (expectedShares.size === 0) for (const { id, weight } of first.candidates) expectedShares.set(id, weight / total)
  }
  const chi2 = chi2Of(firstCardCounts, expectedShares, readings)
  return {
    name: deck.name,
    version: deck.version,
    readings,
    never_drawn: deck.cards.flatMap(({ id }) => (drawnCards.has(id) ? [] : [id])),
    chi2: roundTo6(chi2),
    p: roundTo6(chiSquaredP(chi2, expectedShares.size - 1)),
  }
}

/** With 1,000 readings, a card with a share of 1/200 is expected five times, the minimum for a chi-squared test. */
const READINGS_PER_DECK = 1_000

interface SelfTestDeps {
  readonly sims: Pick<RowTable<typeof simRow>, 'get' | 'putNew' | 'replace'>
  readonly now: Clock
  readonly readings?: number
}

const allDecks = async (): Promise<Deck[]> => {
  const decks = await Promise.all(BUILT_IN_DECKS.map(({ name, version }) => loadDeck(name, version)))
  return decks.flatMap((deck) => deck ?? [])
}

/** Tests the built-in decks and stores the result. If engine and decks are unchanged, updates only the date. */
export const selfTest =
  ({ sims, now, readings = READINGS_PER_DECK }: SelfTestDeps) =>
  async (): Promise<void> => {
    const decks = await allDecks()
    const subject_sha256 = jsonSha256({ engine: ENGINE, readings, decks: decks.map(deckSha256) })
    const last = await sims.get({})
    const isKnown = last?.subject_sha256 === subject_sha256
    const deckTests = isKnown ? last.decks : await Promise.all(decks.map((deck) => testDeck(deck, readings)))
    const next = { at: now().toISOString(), subject_sha256, decks: deckTests }
    // The first of two concurrent runs stores its result; the second changes nothing.
    if (last === undefined) await sims.putNew({}, next)
    else await sims.replace({}, next, { at: last.at })
  }
