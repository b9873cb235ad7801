import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { faultFreeIntake } from '../posture/world.ts'
import { postureOver } from './posture-world.ts'

let world: TableWorld
let meter: TableMeter
beforeAll(async () => {
  world = await openTable()
  meter = tableMeter(world.db)
})
afterAll(() => world.close())

it('uses 32 write units for credit, receipt and intake; a key adds 2, and a replay only reads', async () => {
  const { submit } = postureOver({ db: world.db, tier: 'pro' })
  const costOf = async (key?: string) => {
    meter.begin()
    expect((await submit('units', { body: faultFreeIntake(), ...(key && { key }) })).status).toBe(200)
    return meter.costs()
  }
  // The first request of an organization also writes the stage's key and the counters.
  await costOf()
  const costWithoutKey = await costOf()
  const keyedCost = await costOf('k')
  const again = await costOf('k')
  expect([costWithoutKey, keyedCost, again]).toMatchObject([
    { writes: 32, reads: 3 },
    { writes: 34, reads: 4 },
    { writes: 0, reads: 2 },
  ])
})
