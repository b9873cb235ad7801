import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { advance, advanceAsleep } from '../../support/control.ts'
import { logOf, now, observeKey, readAs, rootOf, sendAs } from './observe-world.ts'

const HOUR = 3_600_000

interface Summary {
  readonly workers: readonly { readonly worker_name: string; readonly total_traces: number }[]
}

const summary = async (key: string) => (await readAs<Summary>(key, 'summary', 'getObserveSummary')).body.workers
const remove = (key: string, worker: string) =>
  call('DELETE', `/api/observe/workers/${worker}`, { key, as: 'removeWorker' })

/** One record of each kind. */
const ofEach = (at: number) => ({
  spans: [rootOf('of-a-trace', at)],
  logs: [logOf(at), logOf(at, 'of a trace', { traceId: 'of-a-trace' })],
  metrics: [{ name: 'queue', value: 3, timestamp: at, type: 'gauge' }],
  alerts: [{ id: 'slow', rule: { name: 'slow', severity: 'high' }, status: 'firing', startTime: at }],
})

test('what the plan keeps no longer is not shown and is erased by the hour; a removed worker gives its place back', async () => {
  const [key, at] = [await observeKey(), await now()]
  expect((await sendAs(key, { service: 'edge', ...ofEach(at) })).status).toBe(202)
  await advance(2 * HOUR)
  expect(await summary(key)).toMatchObject([{ worker_name: 'edge', total_traces: 1 }])
  await advanceAsleep(24 * HOUR)
  // Its alert is told by days of UTC: the worker is shown or not, by the hour at which this runs.
  expect((await summary(key)).filter(({ total_traces }) => total_traces > 0)).toEqual([])
  for (const [path, as] of [
    ['traces', 'listTraces'],
    ['alerts', 'listAlerts'],
    ['metrics?worker=edge', 'listMetrics'],
    ['logs?worker=edge', 'listWorkerLogs'],
  ] as const)
    expect(Object.values((await readAs<object>(key, path, as)).body)[0]).toEqual([])
  expect((await readAs(key, 'traces/of-a-trace', 'getTrace')).status).toBe(404)

  await sendAs(key, { service: 'edge', ...ofEach(await now()) })
  expect((await remove(key, 'edge')).status).toBe(204)
  await advance(2 * HOUR)
  expect((await remove(key, 'edge')).status).toBe(404)
  // Free has room for one.
  expect((await sendAs(key, { service: 'other', ...ofEach(await now()) })).status).toBe(202)
  expect(await summary(key)).toMatchObject([{ worker_name: 'other' }])
})
