import type { MetricRecord } from '@signet/telemetry'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SLOT_US } from '../../../lambdas/observe/counters/units.ts'
import { metricTable } from '../../../lambdas/observe/metrics/metric-table.ts'
import { eraseWorker, UNLIMITED_ERASURE } from '../../../lambdas/observe/sweep/erase-worker.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { HOUR, MINUTE, NOW } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const depsAt = (time: number) => ({
  db: world.db,
  table: TABLE,
  now: () => new Date(time),
  backoff: { sleep: async () => undefined, random: Math.random },
})

/** A running total, which is stored in addition to the values it adds. */
const counter = (name: string, time: number): MetricRecord => ({
  name,
  type: 'counter',
  unit: '1',
  value: 3,
  at: time,
  tags: { name },
  total: { start: `${NOW - 40 * HOUR}000000`, at: `${time}000000`, value: 3 },
})

it('the erasure removes points by their time, series without points, and running totals by their last update', async () => {
  const workerKey = { tenant: 'metrics', worker: 'edge' }
  const points = [counter('old', NOW - 30 * HOUR), counter('new', NOW - 10 * MINUTE)]
  await metricTable(depsAt(NOW)).add(workerKey, { request: 'r', seriesMax: 9 }, points)
  let namesByDigest: readonly (readonly [string | undefined, string])[] = []
  const remainingRows = async () => {
    const rows = await world.partition(`OBSMETRIC#${workerKey.tenant}#${workerKey.worker}`)
    // Returns the row kind and the metric name. Keys contain the digest of the name.
    return rows.map(({ sk }) => {
      const name = namesByDigest.find(([digest]) => String(sk).includes(digest ?? '#'))?.[1] ?? ''
      return `${String(sk).split('#')[0]} ${name}`.trim()
    })
  }
  namesByDigest = (await world.partition(`OBSMETRIC#${workerKey.tenant}#${workerKey.worker}`)).flatMap(
    ({ sk, state }) =>
      String(sk).startsWith('S#') ? [[String(sk).split('#')[1], (JSON.parse(String(state)) as MetricRecord).name]] : [],
  )
  const allRows = ['M5 new', 'M5 old', 'N', 'P new', 'P new', 'P old', 'P old', 'S new', 'S old', 'T new', 'T old']
  expect((await remainingRows()).toSorted()).toEqual(allRows)

  const retentionStart = (NOW - 24 * HOUR) * 1_000
  const limits = { records: retentionStart, metrics: retentionStart - SLOT_US, totals: 0 }
  await eraseWorker(depsAt(NOW + HOUR), workerKey, limits)
  expect((await remainingRows()).toSorted()).toEqual(['M5 new', 'N', 'P new', 'P new', 'S new', 'T new', 'T old'])
  await eraseWorker(depsAt(NOW + HOUR), workerKey, { ...limits, totals: (NOW - HOUR) * 1_000 })
  expect((await remainingRows()).toSorted()).toEqual(['M5 new', 'N', 'P new', 'P new', 'S new', 'T new'])
  await eraseWorker(depsAt(NOW + HOUR), workerKey, UNLIMITED_ERASURE)
  expect((await remainingRows()).toSorted()).toEqual([])
})
