import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { flowsOver, REQUEST, runtimeInMemory } from './flow-world.ts'

let world: TableWorld
let meter: TableMeter
beforeAll(async () => {
  world = await openTable()
  meter = tableMeter(world.db)
})
afterAll(() => world.close())

const now = () => new Date('2026-11-22T09:00:00Z')

/** Write units of a value of this size in a transaction. */
const unitsOf = (value: unknown): number => 2 * Math.ceil(JSON.stringify(value).length / 1024)

it('a request uses 6 write units for the credits of tenant and organization; a key adds 1 and its response', async () => {
  const { create } = flowsOver({ db: world.db, now, runtime: runtimeInMemory(), tier: 'pro' })
  const costOf = async (key?: string) => {
    meter.begin()
    const { status, body } = await create('units', { body: REQUEST, ...(key && { key }) })
    expect(status).toBe(201)
    return { ...meter.costs(), answer: unitsOf(body) }
  }
  // One counter belongs to the tenant, the other to its organization.
  expect(await costOf()).toMatchObject({ writes: 6, reads: 0 })
  const { writes, reads, answer } = await costOf('k')
  expect([reads, writes - 7 - answer]).toEqual([0, 0])
  const again = await costOf('k')
  // A read unit covers 4 KB.
  expect([again.writes, again.reads]).toEqual([0, Math.ceil(answer / 2 / 4)])
})

it('an edited flow uses 18 write units plus the edited files, receipt included; a stored one uses a read', async () => {
  const { create, ask, report } = flowsOver({ db: world.db, now, runtime: runtimeInMemory(), tier: 'pro' })
  const costOf = async (route: typeof ask, id: unknown) => {
    meter.begin()
    const { status, body } = await route('units-oracle', { params: { id } })
    expect(status).toBe(200)
    return { ...meter.costs(), edited: unitsOf(body) }
  }
  const first = (await create('units-oracle', { body: REQUEST })).body.id
  const second = (await create('units-oracle', { body: REQUEST })).body.id
  await costOf(ask, first)
  const { writes, reads, edited } = await costOf(ask, second)
  expect([writes - edited, reads]).toEqual([18, 5])
  const again = await costOf(report, second)
  expect([again.writes, again.reads]).toEqual([0, Math.ceil(edited / 2 / 4)])
})
