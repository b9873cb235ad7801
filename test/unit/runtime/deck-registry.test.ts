import { Refusal } from '@signet/kernel'
import type { Deck } from '@signet/readings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deckRegistry } from '../../../lambdas/runtime/decks/deck-registry-table.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { ticking, under } from '../receipts/issuing/issuing-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const deckOf = (name: string, version = '1.0.0', title = 'Deck') =>
  ({ name, version, title, cards: [], asks: [], changes: [] }) as unknown as Deck
const backoff = { sleep: async () => undefined, random: () => 0 }
const registryIn = (db = world.db) => deckRegistry({ db, table: TABLE, now: ticking, backoff })

describe('deck registry', () => {
  it('a crash at any call leaves a version complete or absent, and a retry stores it once', async () => {
    await atEveryCall(crashPoint, async (crash, name) => {
      const org = name.replaceAll(' ', '-')
      await registryIn(under(world, crash))
        .register(org, deckOf('d'))
        .catch(() => undefined)
      const versions = await registryIn().versions(org, 'd')
      const storedDeck = await registryIn().read(org, 'd', '1.0.0')
      expect([name, storedDeck === undefined]).toEqual([name, versions.length === 0])
      await registryIn().register(org, deckOf('d'))
      expect([name, (await registryIn().versions(org, 'd')).length]).toEqual([name, 1])
    })
  })

  it('permits exactly 50 decks per organization, also for concurrent requests', async () => {
    for (let at = 0; at < 45; at++) await registryIn().register('full', deckOf(`deck-${at}`))
    const requests = Array.from({ length: 10 }, (_, at) => registryIn().register('full', deckOf(`more-${at}`)))
    const outcomes = await Promise.all(requests)
    const refused = outcomes.filter((outcome) => outcome instanceof Refusal)
    expect(refused.map(({ code }) => code)).toEqual(Array(5).fill('deck_limit_reached'))
    // An existing deck accepts further versions.
    expect(await registryIn().register('full', deckOf('deck-0', '1.1.0'))).toMatchObject({ isNew: true })
  })

  it('concurrent versions are all stored, and different content for a stored version is refused', async () => {
    const versions = ['1.0.0', '1.1.0', '1.2.0']
    await Promise.all(versions.map((version) => registryIn().register('both', deckOf('d', version))))
    const storedVersions = await registryIn().versions('both', 'd')
    expect(storedVersions.map(({ version }) => version)).toEqual(['1.2.0', '1.1.0', '1.0.0'])
    const changed = await registryIn().register('both', deckOf('d', '1.0.0', 'Other'))
    expect(changed).toMatchObject({ code: 'deck_version_exists' })
  })
})
