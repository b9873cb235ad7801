import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { CONSULTATION, consultationsOver, runtimeInMemory } from './consultation-world.ts'

let world: TableWorld
let meter: TableMeter
beforeAll(async () => {
  world = await openTable()
  meter = tableMeter(world.db)
})
afterAll(() => world.close())

it('a request uses 6 write units for the credits of tenant and organization; a key adds 3 and its response', async () => {
  const now = () => new Date('2026-11-22T09:00:00Z')
  const { consult } = consultationsOver({ db: world.db, now, runtime: runtimeInMemory(), tier: 'pro' })
  const costOf = async (key?: string) => {
    meter.begin()
    expect((await consult('units', { body: CONSULTATION, ...(key && { key }) })).status).toBe(200)
    return meter.costs()
  }
  // One counter belongs to the tenant, the other to its organization.
  expect(await costOf()).toMatchObject({ writes: 6, reads: 0 })
  expect(await costOf('k')).toMatchObject({ writes: 9, reads: 0 })
  expect(await costOf('k')).toMatchObject({ writes: 0, reads: 1 })
})
