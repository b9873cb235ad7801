import { queueFunction } from '@signet/kernel'
import { defineAccess } from '@signet/kernel/access'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { emfMetrics } from '../../../layers/kernel/src/metrics.ts'
import {
  ACCESS_LOG_SIGNALS,
  BILLING_SIGNALS,
  FUNCTION_URL_SIGNALS,
  JOB_SIGNALS,
  messageSignals,
  READ_SIGNALS,
  RUN_SIGNALS,
  SIGNALS,
  type Signal,
} from '../../../lib/operations/signals.ts'
import { isMatch } from '../../support/filter-pattern.ts'

type Line = Readonly<Record<string, unknown>>

/** Returns the values that a log line adds, by metric. */
const valuesByMetric = (signals: readonly Signal[], line: Line): Record<string, string[]> => {
  const values: Record<string, string[]> = {}
  for (const { metric, pattern, value } of signals)
    if (isMatch(pattern, line)) values[metric] = [...(values[metric] ?? []), value]
  return values
}

/** Returns the log line of a metric. */
const metricLine = (name: string, value: number, dimensions: Readonly<Record<string, string>>): Line => {
  const lines: string[] = []
  const metrics = emfMetrics({ namespace: 'Signet', dimensions: { stage: 'prod' }, write: (line) => lines.push(line) })
  metrics.record(name, value, 'Count', dimensions)
  return JSON.parse(lines[0] ?? '{}') as Line
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the metrics of a stage', () => {
  it('count responses of a gateway by its access log, in which the status is text', () => {
    expect(AccessLogFormat.jsonWithStandardFields().toString()).toContain('"status":"$context.status"')
    const { serverFaults, refusedByRate } = SIGNALS
    expect(valuesByMetric(ACCESS_LOG_SIGNALS, { status: '503' })).toEqual({ [serverFaults]: ['1'] })
    // A vendor's failure does not count.
    expect(valuesByMetric(ACCESS_LOG_SIGNALS, { status: '502' })).toEqual({ [serverFaults]: ['0'] })
    expect(valuesByMetric(ACCESS_LOG_SIGNALS, { status: '200' })).toEqual({ [serverFaults]: ['0'] })
    expect(valuesByMetric(ACCESS_LOG_SIGNALS, { status: '429' })).toEqual({
      [serverFaults]: ['0'],
      [refusedByRate]: ['1'],
    })
  })

  it('count responses of a function URL, and the time of reads', () => {
    const line = (status: number) => ({ level: 'info', message: 'request', method: 'GET', path: '/', status, ms: 12 })
    const signals = [...FUNCTION_URL_SIGNALS, ...READ_SIGNALS]
    expect(valuesByMetric(signals, line(500))).toEqual({ [SIGNALS.serverFaults]: ['1'] })
    expect(valuesByMetric(signals, line(200))).toEqual({ [SIGNALS.serverFaults]: ['0'], [SIGNALS.readTime]: ['$.ms'] })
    expect(valuesByMetric(signals, line(502))).toEqual({ [SIGNALS.serverFaults]: ['0'] })
    expect(valuesByMetric(signals, { ...line(200), message: 'other' })).toEqual({})
  })

  it('count invocations that Lambda reports as anything but a success', () => {
    const report = (status: string) => ({ type: 'platform.report', record: { requestId: 'r', status } })
    for (const status of ['error', 'timeout', 'failure'])
      expect(valuesByMetric(RUN_SIGNALS, report(status))).toEqual({ [SIGNALS.failedRuns]: ['1'] })
    expect(valuesByMetric(RUN_SIGNALS, report('success'))).toEqual({})
    expect(valuesByMetric(RUN_SIGNALS, { type: 'platform.start', record: {} })).toEqual({})
  })

  it("count a message at its last attempt, by the kernel's log line", async () => {
    const lines: Line[] = []
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0)
    const queue = { name: 'things', batchSize: 10, maxConcurrency: 2 }
    const access = defineAccess({ take: { description: 'Takes things', memoryMb: 256, timeoutSeconds: 10, queue } })
    const handler = queueFunction({
      name: 'things-take',
      access: access.take,
      variables: {},
      message: z.object({}),
      failed: 'a thing could not be taken',
      build: () => () => Promise.reject(new Error('away')),
    })
    const deliveryOf = (times: number) => ({
      Records: [{ messageId: 'm', body: '{}', attributes: { ApproximateReceiveCount: String(times) } }],
    })
    const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 5_000 } as never
    for (const times of [4, 5]) await handler(deliveryOf(times) as unknown as SQSEvent, context)
    const signals = lines.map((line) => valuesByMetric(messageSignals(5), line))
    // Each run ends with the line of its span, too.
    expect(signals).toEqual([{}, {}, { [SIGNALS.givenUp]: ['1'] }, {}])
  })

  it('count jobs that failed because of a platform error among all ended jobs', () => {
    const countJob = (outcome: string) =>
      valuesByMetric(JOB_SIGNALS, metricLine('JobOutcome', 1, { tier: 'draft', outcome }))
    expect(countJob('failed')).toEqual({ [SIGNALS.failedJobs]: ['1'] })
    for (const outcome of ['completed', 'refused', 'vendor'])
      expect(countJob(outcome), outcome).toEqual({ [SIGNALS.failedJobs]: ['0'] })
  })

  it('count images that took longer than the target of their tier among all images', () => {
    const countImage = (tier: string, ms: number) =>
      valuesByMetric(JOB_SIGNALS, metricLine('TimeToImage', ms, { tier }))
    expect(countImage('draft', 20_000)).toEqual({ [SIGNALS.slowImages]: ['0'] })
    expect(countImage('draft', 20_001)).toEqual({ [SIGNALS.slowImages]: ['1'] })
    expect(countImage('ultra', 20_001)).toEqual({ [SIGNALS.slowImages]: ['0'] })
  })

  it('count billing problems above zero', () => {
    const countDrift = (value: number) =>
      valuesByMetric(BILLING_SIGNALS['billing-reconcile'] ?? [], metricLine('BillingDrift', value, {}))
    expect(countDrift(2)).toEqual({ [SIGNALS.billingNotices]: ['1'] })
    expect(countDrift(0)).toEqual({})
    const refused = metricLine('WebhooksRefused', 1, {})
    expect(valuesByMetric(BILLING_SIGNALS['billing-webhook'] ?? [], refused)).toEqual({
      [SIGNALS.billingNotices]: ['0.2'],
    })
  })
})
