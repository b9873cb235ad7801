import type { MetricRecord } from '@signet/telemetry'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SLOT_US } from '../../../lambdas/observe/counters/units.ts'
import { metricTable } from '../../../lambdas/observe/metrics/metric-table.ts'
import { EVERYTHING, eraseWorker } from '../../../lambdas/observe/sweep/erase-worker.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { HOUR, MINUTE, NOW } from './observe-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const at = (time: number) => ({
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

it('points expire by their time, a series with its last point, and a running total with its last update', async () => {
  const who = { tenant: 'metrics', worker: 'edge' }
  const points = [counter('old', NOW - 30 * HOUR), counter('new', NOW - 10 * MINUTE)]
  await metricTable(at(NOW)).add(who, { request: 'r', seriesMax: 9 }, points)
  let names: readonly (readonly [string | undefined, string])[] = []
  const remainingRows = async () => {
    const rows = await world.partition(`OBSMETRIC#${who.tenant}#${who.worker}`)
    // Kind and metric. The metric is a digest in the key, the same in all rows.
    return rows.map(({ sk }) => {
      const of = names.find(([digest]) => String(sk).includes(digest ?? '#'))?.[1] ?? ''
      return `${String(sk).split('#')[0]} ${of}`.trim()
    })
  }
  names = (await world.partition(`OBSMETRIC#${who.tenant}#${who.worker}`)).flatMap(({ sk, state }) =>
    String(sk).startsWith('S#') ? [[String(sk).split('#')[1], (JSON.parse(String(state)) as MetricRecord).name]] : [],
  )
  const all = ['M5 new', 'M5 old', 'N', 'P new', 'P new', 'P old', 'P old', 'S new', 'S old', 'T new', 'T old']
  expect((await remainingRows()).toSorted()).toEqual(all)

  const cut = (NOW - 24 * HOUR) * 1_000
  const before = { records: cut, metrics: cut - SLOT_US, totals: 0 }
  await eraseWorker(at(NOW + HOUR), who, before)
  expect((await remainingRows()).toSorted()).toEqual(['M5 new', 'N', 'P new', 'P new', 'S new', 'T new', 'T old'])
  await eraseWorker(at(NOW + HOUR), who, { ...before, totals: (NOW - HOUR) * 1_000 })
  expect((await remainingRows()).toSorted()).toEqual(['M5 new', 'N', 'P new', 'P new', 'S new', 'T new'])
  await eraseWorker(at(NOW + HOUR), who, EVERYTHING)
  expect((await remainingRows()).toSorted()).toEqual([])
})
