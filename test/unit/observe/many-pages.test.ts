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

const COUNT = scaled(4_000, 100_000)
const BURST = 40
const WORKERS = ['edge', 'jobs', 'mail']

/** Traces of requests within six hours, in bursts of some seconds, some with the same start time. */
const bursts = () => {
  const random = randomFrom(23)
  return Array.from({ length: COUNT / BURST }, (_, nth) => {
    const at = NOW - Math.floor(random() * 6 * HOUR)
    return Array.from({ length: BURST }, (_, i) => {
      const start = (at - Math.floor(random() * 50) * 100) * 1_000
      return {
        trace: `t${nth}-${i}`,
        worker: WORKERS[nth % WORKERS.length] ?? '',
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

it(`all pages of ${COUNT} traces contain the whole list in order, and each has the total`, async () => {
  const observe = observeOver(world)
  for (const worker of WORKERS) await observe.deps.workers.admit('many', worker, { org: 'many-org', maxWorkers: 5 })
  const all = bursts()
  for (const [nth, burst] of all.entries()) await listRows(observe.tables, 'many', listRowsOf('many', `r${nth}`, burst))
  const expected = all
    .flat()
    .toSorted((one, other) => other.start - one.start || (one.trace < other.trace ? -1 : 1))
    .map(({ trace }) => trace)
  const page = async (offset: number) => {
    const { body } = await observe.list('many', { query: { range: '24h', limit: 200, offset } })
    expect(body.total).toBe(COUNT)
    return (body.traces as { trace_id: string }[]).map(({ trace_id }) => trace_id)
  }
  const walked: string[] = []
  for (let offset = 0; offset < COUNT; offset += 200) walked.push(...(await page(offset)))
  expect(walked).toEqual(expected)
  for (const offset of [COUNT - 1, COUNT - 133, COUNT / 2 + 7])
    expect(await page(offset)).toEqual(expected.slice(offset, offset + 200))
  expect(await page(COUNT)).toEqual([])
}, 900_000)
