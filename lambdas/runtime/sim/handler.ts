import { rowTable, scheduleFunction, tableClient } from '@signet/kernel'
import { BUILT_IN_DECKS, loadDeck } from '@signet/readings'
import { access } from '../contract/access.ts'
import { simRow } from '../contract/sim-row.ts'
import { type DeckTest, testDeck } from './test-decks.ts'

/** Readings of each deck: enough for five of a card that has one of two hundred parts. */
const READINGS = 1_000

export const handler = scheduleFunction({
  name: 'runtime-sim',
  access: access.sim,
  variables: process.env,
  clients: { db: tableClient() },
  build: (runtime) => async () => {
    const decks: DeckTest[] = []
    for (const { name, version } of BUILT_IN_DECKS) {
      const deck = await loadDeck(name, version)
      if (deck) decks.push(await testDeck(deck, READINGS))
    }
    const sims = rowTable(simRow, runtime)
    const next = { at: runtime.now().toISOString(), decks }
    const last = await sims.get({})
    // The newest test is the one that counts: whoever is second writes over the first.
    if (last === undefined) await sims.putNew({}, next)
    else await sims.replace({}, next, { at: last.at })
  },
})
