import type { ApiApp } from '@signet/kernel'
import { type FieldViolation, refusalTo } from '@signet/telemetry/otlp'
import { formOf } from './read-body.ts'

/** Codes of gRPC by status (google.rpc.Code). */
const CODES: Readonly<Record<number, number>> = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 8, 415: 3, 429: 8, 503: 14 }
const INTERNAL = 13

const violationsIn = ({ errors }: Readonly<Record<string, unknown>>): readonly FieldViolation[] =>
  ((errors ?? []) as readonly { readonly field: string; readonly message: string }[]).map(({ field, message }) => ({
    field,
    description: message,
  }))

/**
 * Refusals of what exporters send, in the form that they sent: google.rpc.Status in protobuf, which is all that they read. In JSON
 * they have its `message` and `details` beside the members that every refusal has.
 */
export const refusalInForm: NonNullable<ApiApp['failurePage']> = ({ status, code, sentence, extras }, { incoming }) => {
  const form = formOf(incoming.headers)
  const refused = { code: CODES[status] ?? INTERNAL, message: sentence, violations: violationsIn(extras) }
  const bytes = refusalTo(form, refused)
  if (form === 'protobuf') return { headers: { 'content-type': 'application/x-protobuf' }, body: bytes }
  const { code: _, ...members } = JSON.parse(Buffer.from(bytes).toString()) as { readonly code: number }
  const body = JSON.stringify({ error: sentence, code, ...extras, ...members })
  return { headers: { 'content-type': 'application/json' }, body }
}
