import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRowsOf } from '../../../lambdas/observe/traces/list-row.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { noCrash } from '../receipts/issuing/issuing-world.ts'
import { MINUTE, NOW, observeOver } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** More traces than the list reads per hour without five-minute slots (BUSY_HOUR_TRACES). Pairs share a start time. */
const TRACE_COUNT = 1_200
const entries = Array.from({ length: TRACE_COUNT }, (_, i) => ({
  trace: `t${String(i).padStart(4, '0')}`,
  worker: 'edge',
  status: i % 3 === 0 ? ('error' as const) : ('ok' as const),
  start: (NOW - 30 * MINUTE + Math.floor(i / 2) * 1_000) * 1_000,
  end: NOW * 1_000,
  duration: 5,
  error: null,
  sampleRate: 1,
}))

const expectedIds = entries
  .toSorted((one, other) => other.start - one.start || (one.trace < other.trace ? -1 : 1))
  .map(({ trace }) => trace)

it('every page of a busy hour costs at most 20 database calls, at its end as at its beginning', async () => {
  const observe = observeOver(world)
  await observe.deps.workers.admit('busy', 'edge', { org: 'busy-org', maxWorkers: 5 })
  await observe.deps.traces.list({
    tenant: 'busy',
    request: 'r',
    receivedAt: NOW * 1_000,
    rows: listRowsOf('busy', 'r', entries),
  })
  const calls: number[] = []
  for (const offset of [0, 450, 700, 1_150]) {
    const crash = noCrash()
    const { list } = observeOver(world, { crash })
    const { body } = await list('busy', { query: { range: '1h', limit: 50, offset } })
    const ids = (body.traces as { trace_id: string }[]).map(({ trace_id }) => trace_id)
    expect([offset, ids, body.total]).toEqual([offset, expectedIds.slice(offset, offset + 50), TRACE_COUNT])
    calls.push(crash.calls)
  }
  expect(Math.max(...calls)).toBeLessThanOrEqual(20)
})
