import type { ApiApp } from '@signet/kernel'
import { type FieldViolation, refusalTo } from '@signet/telemetry/otlp'
import { formOf, OTLP_TYPES } from './read-body.ts'

/** Codes of gRPC by status (google.rpc.Code). */
const CODES: Readonly<Record<number, number>> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 8, 415: 3, 429: 8, 503: 14 }
const INTERNAL = 13

const violationsIn = ({ errors }: Readonly<Record<string, unknown>>): readonly FieldViolation[] =>
  ((errors ?? []) as readonly { readonly field: string; readonly message: string }[]).map(({ field, message }) => ({
    field,
    description: message,
  }))

/**
 * Refusals of what exporters send: google.rpc.Status in the form that they sent, as OTLP asks. An answer to a request that
 * names another type is JSON.
 */
export const refusalInForm: NonNullable<ApiApp['failurePage']> = ({ status, sentence, extras }, { incoming }) => {
  const form = formOf(incoming.headers)
  const refused = { code: CODES[status] ?? INTERNAL, message: sentence, violations: violationsIn(extras) }
  return { headers: { 'content-type': OTLP_TYPES[form] }, body: refusalTo(form, refused) }
}
