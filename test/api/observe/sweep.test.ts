import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { atLaterTime, runFunction } from '../../support/control.ts'
import { logOf, now, observeKey, rootSpan, runQuery, sendTelemetry } from './observe-world.ts'

const HOUR = 3_600_000

interface Summary {
  readonly workers: readonly { readonly worker_name: string; readonly total_traces: number }[]
}

const readWorkers = async (key: string) => (await runQuery<Summary>(key, 'summary', 'getObserveSummary')).body.workers
const removeWorker = (key: string, worker: string) =>
  call('DELETE', `/api/observe/workers/${worker}`, { key, as: 'removeWorker' })

/** One record of each kind. */
const recordsAt = (at: number) => ({
  spans: [rootSpan('of-a-trace', at)],
  logs: [logOf(at), logOf(at, 'of a trace', { traceId: 'of-a-trace' })],
  metrics: [{ name: 'queue', value: 3, timestamp: at, type: 'gauge' }],
  alerts: [{ id: 'slow', rule: { name: 'slow', severity: 'high' }, status: 'firing', startTime: at }],
})

/** Every list of a worker's records. */
const LISTS = [
  ['traces', 'listTraces'],
  ['alerts', 'listAlerts'],
  ['metrics?worker=edge', 'listMetrics'],
  ['logs?worker=edge', 'listWorkerLogs'],
] as const

const expectNoRecords = async (key: string): Promise<void> => {
  // Event counts are stored by UTC day, so the worker may still be listed, depending on the hour of the test.
  expect((await readWorkers(key)).filter(({ total_traces }) => total_traces > 0)).toEqual([])
  for (const [path, as] of LISTS) expect(Object.values((await runQuery<object>(key, path, as)).body)[0]).toEqual([])
  expect((await runQuery(key, 'traces/of-a-trace', 'getTrace')).status).toBe(404)
}

test('records older than the retention of the plan are hidden, then erased by the sweep', async () => {
  const key = await observeKey()
  expect((await sendTelemetry(key, { service: 'edge', ...recordsAt(await now()) })).status).toBe(202)
  await atLaterTime(2 * HOUR, async () => {
    await runFunction('observe-sweep')
    expect(await readWorkers(key)).toMatchObject([{ worker_name: 'edge', total_traces: 1 }])
  })
  await atLaterTime(26 * HOUR, async () => {
    await expectNoRecords(key)
    await runFunction('observe-sweep')
    await expectNoRecords(key)
  })
  // At the current time the trace is within the retention, so a 404 means that it was erased.
  expect((await runQuery(key, 'traces/of-a-trace', 'getTrace')).status).toBe(404)
})

test('the sweep frees the capacity of a removed worker', async () => {
  const key = await observeKey()
  await sendTelemetry(key, { service: 'edge', ...recordsAt(await now()) })
  expect((await sendTelemetry(key, { service: 'other', ...recordsAt(await now()) })).status).toBe(403)
  expect((await removeWorker(key, 'edge')).status).toBe(204)
  await runFunction('observe-sweep', { after: HOUR })
  expect((await removeWorker(key, 'edge')).status).toBe(404)
  // The Free plan allows one worker.
  expect((await sendTelemetry(key, { service: 'other', ...recordsAt(await now()) })).status).toBe(202)
  expect(await readWorkers(key)).toMatchObject([{ worker_name: 'other' }])
})
