import { afterAll, beforeAll, expect, it } from 'vitest'
import { windowTable } from '../../../layers/search/src/index/opensearch/window-table.ts'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let meter: TableMeter
beforeAll(async () => {
  world = await openTable()
  meter = tableMeter(world.db)
})
afterAll(() => world.close())

it('the window table reads only removals of the last minutes, regardless of the number of earlier ones', async () => {
  const clock = { at: Date.parse('2026-05-01T00:00:00Z') }
  const windows = windowTable({ db: world.db, table: TABLE, now: () => new Date(clock.at) })
  const hide = (id: string) => windows.hide('w', id, [{ conversation: id, sends: [`send-${id}`] }])
  for (let i = 0; i < 1_200; i++) await hide(`old-${i}`)
  clock.at += 6 * 60_000
  for (let i = 0; i < 3; i++) await hide(`new-${i}`)
  meter.begin()
  const recent = (await windows.recentlyHidden('w')).map(({ conversations }) => conversations[0]?.conversation)
  expect(recent.toSorted()).toEqual(['new-0', 'new-1', 'new-2'])
  expect(meter.costs()).toMatchObject({ calls: 'Query' })
  expect(await windows.hidden('w')).toHaveLength(1_203)
})
