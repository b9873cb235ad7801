import { afterAll, beforeAll, expect, it } from 'vitest'
import { listRowsOf } from '../../../lambdas/observe/traces/list-row.ts'
import { listRows } from '../../../lambdas/observe/traces/list-writes.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { HOUR, NOW, observeOver, randomFrom } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const TRACE_COUNT = scaled(4_000, 100_000)
const BURST_TRACES = 40
const WORKERS = ['edge', 'jobs', 'mail']

/** Returns traces within six hours by request. Those of a request start within five seconds, some at the same time. */
const randomBursts = () => {
  const random = randomFrom(23)
  return Array.from({ length: TRACE_COUNT / BURST_TRACES }, (_, index) => {
    const at = NOW - Math.floor(random() * 6 * HOUR)
    return Array.from({ length: BURST_TRACES }, (_, i) => {
      const start = (at - Math.floor(random() * 50) * 100) * 1_000
      return {
        trace: `t${index}-${i}`,
        worker: WORKERS[index % WORKERS.length] ?? '',
        start,
        end: start + 5_000,
        status: random() < 0.1 ? ('error' as const) : ('ok' as const),
        duration: 5,
        error: null,
        sampleRate: 1,
      }
    })
  })
}

it(`all pages of ${TRACE_COUNT} traces contain the whole list in order, and each has the total`, async () => {
  const observe = observeOver(world)
  for (const worker of WORKERS) await observe.deps.workers.admit('many', worker, { org: 'many-org', maxWorkers: 5 })
  const bursts = randomBursts()
  for (const [index, burst] of bursts.entries())
    await listRows(observe.tables, 'many', listRowsOf('many', `r${index}`, burst))
  const expected = bursts
    .flat()
    .toSorted((one, other) => other.start - one.start || (one.trace < other.trace ? -1 : 1))
    .map(({ trace }) => trace)
  const readPage = async (offset: number) => {
    const { body } = await observe.list('many', { query: { range: '24h', limit: 200, offset } })
    expect(body.total).toBe(TRACE_COUNT)
    return (body.traces as { trace_id: string }[]).map(({ trace_id }) => trace_id)
  }
  const ids: string[] = []
  for (let offset = 0; offset < TRACE_COUNT; offset += 200) ids.push(...(await readPage(offset)))
  expect(ids).toEqual(expected)
  for (const offset of [TRACE_COUNT - 1, TRACE_COUNT - 133, TRACE_COUNT / 2 + 7])
    expect(await readPage(offset)).toEqual(expected.slice(offset, offset + 200))
  expect(await readPage(TRACE_COUNT)).toEqual([])
}, 900_000)
