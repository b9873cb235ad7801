import type { ApiApp } from '@signet/kernel'
import { type FieldViolation, refusalTo } from '@signet/telemetry/otlp'
import { formatOf, OTLP_TYPES } from './read-body.ts'

/** gRPC codes by HTTP status (google.rpc.Code). */
const CODES: Readonly<Record<number, number>> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 8, 415: 3, 429: 8, 503: 14 }
const INTERNAL = 13

const violationsIn = ({ errors }: Readonly<Record<string, unknown>>): readonly FieldViolation[] =>
  ((errors ?? []) as readonly { readonly field: string; readonly message: string }[]).map(({ field, message }) => ({
    field,
    description: message,
  }))

/**
 * Writes refusals as google.rpc.Status in the format of the request, as OTLP requires. Requests of any other media type
 * get JSON.
 */
export const refusalInFormat: NonNullable<ApiApp['failurePage']> = ({ status, sentence, extras }, { incoming }) => {
  const format = formatOf(incoming.headers)
  const refusal = { code: CODES[status] ?? INTERNAL, message: sentence, violations: violationsIn(extras) }
  return { headers: { 'content-type': OTLP_TYPES[format] }, body: refusalTo(format, refusal) }
}
