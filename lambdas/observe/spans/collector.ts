import type { Log } from '@signet/kernel'
import type { SpanRecord } from '@signet/telemetry'
import { traceRequestOf } from '@signet/telemetry/otlp'

/** Status codes after which an OTLP client retries (OTLP 1.x, "Retryable response codes"). */
const RETRYABLE_STATUSES = [429, 502, 503, 504]
const TIMEOUT_MS = 10_000

/**
 * Parses headers in the format of OTEL_EXPORTER_OTLP_HEADERS: comma-separated `name=value` pairs with percent-encoded
 * values.
 */
export const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=')
      return name.trim() === '' ? [] : [[name.trim().toLowerCase(), decodeURIComponent(value.join('=').trim())]]
    }),
  )

export interface CollectorDeps {
  /** Base URL, without `/v1/traces`. */
  readonly endpoint: string
  readonly stage: string
  readonly headers: () => Promise<Readonly<Record<string, string>>>
  readonly fetch: typeof globalThis.fetch
  readonly log: Pick<Log, 'error'>
}

/**
 * Sends spans to a collector over OTLP/HTTP. Permanent failures are logged, because a retry would fail again. @throws
 * Error for retryable status codes.
 */
export const collector =
  ({ endpoint, stage, headers, fetch, log }: CollectorDeps) =>
  async (spans: readonly SpanRecord[]): Promise<void> => {
    const { status } = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { ...(await headers()), 'content-type': 'application/json' },
      body: JSON.stringify(traceRequestOf(spans, { 'deployment.environment.name': stage })),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (RETRYABLE_STATUSES.includes(status)) throw new Error(`The collector returned status ${status}`)
    if (status >= 300) log.error('collector refused spans', { status, spans: spans.length })
  }
