import type { Page } from 'playwright-core'
import { requestAs } from './visit.ts'

/** The sent telemetry, by the names that pages show. */
export interface SentTelemetry {
  readonly worker: string
  readonly failed: string
  readonly large: string
  readonly otlp: string
}

export const REASON = 'the card was declined by its bank'
export const LARGE_SPANS = 1_000
const SPANS_PER_REQUEST = 250
const TRACES = 24

/** The service's time in milliseconds; earlier parts may have advanced the clock. */
const serviceTime = (page: Page): Promise<number> =>
  page.evaluate(async () => Date.parse((await fetch('/api/health')).headers.get('date') ?? ''))

const ingest = (page: Page, body: object): Promise<object> => requestAs(page, 'POST', '/api/observe/ingest', body)

const timed = (start: number, ms: number) => ({ startTime: start, endTime: start + ms, duration: ms })

/** A checkout that fails in a call of another service, with logs. */
const failedTrace = (traceId: string, start: number, job: string) => ({
  spans: [
    { traceId, spanId: 'root', operationName: 'POST /checkout', status: 'error', ...timed(start, 480) },
    { traceId, spanId: 'stock', parentSpanId: 'root', operationName: 'reserve stock', ...timed(start + 20, 90) },
    {
      traceId,
      spanId: 'card',
      parentSpanId: 'root',
      operationName: 'charge the card',
      service: 'payments',
      ...timed(start + 130, 320),
      status: 'error',
      attributes: { 'card.brand': 'visa', 'signet.job_id': job },
      events: [{ name: 'exception', timestamp: start + 440, attributes: { 'exception.message': REASON } }],
    },
    { traceId, spanId: 'late', parentSpanId: 'never-sent', operationName: 'send a mail', ...timed(start + 460, 15) },
  ],
  logs: [
    {
      timestamp: start + 445,
      level: 'error',
      message: 'payment failed',
      context: { traceId, spanId: 'card' },
    },
  ],
})

const largeTrace = (traceId: string, start: number) =>
  Array.from({ length: LARGE_SPANS }, (_, n) => ({
    traceId,
    spanId: `s${n}`,
    operationName: `step ${n}`,
    ...timed(start + n, Math.max(1, 1_500 - n)),
    ...(n === 0 ? {} : { parentSpanId: `s${Math.floor((n - 1) / 4)}` }),
  }))

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join('')

/** Sends a span as OTLP JSON, as an OpenTelemetry exporter does. @returns the ID of its trace */
const sendOtlp = async (page: Page, worker: string, start: number): Promise<string> => {
  const traceId = hex(32)
  const nano = (ms: number): string => `${ms}000000`
  await requestAs(page, 'POST', '/v1/traces', {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: worker } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId,
                spanId: hex(16),
                name: 'GET /by-otlp',
                kind: 2,
                startTimeUnixNano: nano(start),
                endTimeUnixNano: nano(start + 35),
                attributes: [{ key: 'http.route', value: { stringValue: '/by-otlp' } }],
              },
            ],
          },
        ],
      },
    ],
  })
  return traceId
}

/** Sends telemetry of a worker: traces with failures, a large trace, logs and an incident. */
export const sendTelemetry = async (page: Page, job: string): Promise<SentTelemetry> => {
  const suffix = Date.now().toString(36)
  const worker = `shop-${suffix}`
  const now = await serviceTime(page)
  const failed = `failed-${suffix}`
  const ordinarySpans = Array.from({ length: TRACES }, (_, n) => ({
    traceId: `t${n}-${suffix}`,
    spanId: 'root',
    operationName: 'GET /',
    ...timed(now - n * 60_000 - 2_000, 20 + n),
    status: n % 8 === 7 ? 'error' : 'ok',
  }))
  await ingest(page, {
    service: worker,
    spans: ordinarySpans,
    logs: [{ timestamp: now - 1_000, level: 'warn', message: 'the pool is nearly empty', context: { left: 2 } }],
    alerts: [
      {
        id: `a-${suffix}`,
        rule: { name: 'disk is full', severity: 'page' },
        status: 'firing',
        startTime: now - 60_000,
        message: '97 % of /data',
      },
    ],
  })
  await ingest(page, { service: worker, ...failedTrace(failed, now - 5_000, job) })
  const large = `large-${suffix}`
  const spans = largeTrace(large, now - 10_000)
  for (let from = 0; from < spans.length; from += SPANS_PER_REQUEST)
    await ingest(page, { service: worker, spans: spans.slice(from, from + SPANS_PER_REQUEST) })
  return { worker, failed, large, otlp: await sendOtlp(page, worker, now - 1_000) }
}

/** The telemetry, rule and objective that pages can show. */
export interface StoredTelemetry extends SentTelemetry {
  readonly rule: string
  readonly objective: string
}

/** Sends telemetry and creates a rule and an objective for it. */
export const storeTelemetry = async (page: Page, job: string): Promise<StoredTelemetry> => {
  const sent = await sendTelemetry(page, job)
  const { worker } = sent
  const { id: objective } = await requestAs<{ id: string }>(page, 'POST', '/api/observe/slos', {
    name: `up ${worker}`,
    worker,
    indicator: { kind: 'availability' },
    objective: 0.75,
    window_days: 7,
  })
  const { id: rule } = await requestAs<{ id: string }>(page, 'POST', '/api/observe/rules', {
    name: `failures of ${worker}`,
    condition: { kind: 'error_rate', worker, threshold: 0.05, window_minutes: 60, min_count: 1 },
  })
  return { ...sent, rule, objective }
}
