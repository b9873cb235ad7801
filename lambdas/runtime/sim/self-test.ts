import type { Clock, RowTable } from '@signet/kernel'
import { BUILT_IN_DECKS, type Deck, deckSha256, ENGINE, loadDeck } from '@signet/readings'
import { jsonSha256 } from '@signet/receipts/digest'
import type { simRow } from '../contract/sim-row.ts'
import { testDeck } from './test-decks.ts'

/** Enough for five of a card that has one of two hundred parts. */
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

/** Tests the decks that are built in, and keeps what was found. What was tested before is only dated anew. */
export const selfTest =
  ({ sims, now, readings = READINGS }: SelfTestDeps) =>
  async (): Promise<void> => {
    const decks = await allDecks()
    const subject_sha256 = jsonSha256({ engine: ENGINE, readings, decks: decks.map(deckSha256) })
    const last = await sims.get({})
    const isKnown = last?.subject_sha256 === subject_sha256
    const tested = isKnown ? last.decks : await Promise.all(decks.map((deck) => testDeck(deck, readings)))
    const next = { at: now().toISOString(), subject_sha256, decks: tested }
    // The newest test is the one that counts: whoever is second writes over the first.
    if (last === undefined) await sims.putNew({}, next)
    else await sims.replace({}, next, { at: last.at })
  }
