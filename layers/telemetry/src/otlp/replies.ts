import type { Signal } from '../signals.ts'
import { otlpMessage } from './read-request.ts'

const REPLIES = {
  traces: { message: 'TraceReply', rejected: 'rejectedSpans' },
  logs: { message: 'LogsReply', rejected: 'rejectedLogRecords' },
  metrics: { message: 'MetricsReply', rejected: 'rejectedDataPoints' },
} as const

type Form = 'json' | 'protobuf'

const encoded = (message: string, value: object, form: Form): Uint8Array => {
  if (form === 'json') return Buffer.from(JSON.stringify(value))
  const type = otlpMessage(message)
  return type.encode(type.fromObject(value)).finish()
}

/**
 * Returns the reply to an accepted request. A partial success contains the number of rejected records and the reasons.
 * Clients must not retry these (OTLP specification, partial success).
 */
export const replyTo = (
  signal: Signal,
  form: Form,
  partial?: { readonly rejected: number; readonly message: string },
): Uint8Array => {
  const { message, rejected } = REPLIES[signal]
  // In JSON, 64-bit integers are texts.
  const count = form === 'json' ? String(partial?.rejected ?? 0) : (partial?.rejected ?? 0)
  const body = partial ? { partialSuccess: { [rejected]: count, errorMessage: partial.message } } : {}
  return encoded(message, body, form)
}

export interface FieldViolation {
  readonly field: string
  readonly description: string
}

const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'

/**
 * Returns a refusal as OTLP requires: google.rpc.Status, with a BadRequest for invalid data. `code` is a gRPC code,
 * which OTLP clients ignore.
 */
export const refusalTo = (
  form: Form,
  { code, message, violations = [] }: { code: number; message: string; violations?: readonly FieldViolation[] },
): Uint8Array => {
  if (violations.length === 0) return encoded('Refused', { code, message }, form)
  const details =
    form === 'json'
      ? [{ '@type': BAD_REQUEST, fieldViolations: violations }]
      : [{ typeUrl: BAD_REQUEST, value: encoded('BadRequest', { fieldViolations: violations }, form) }]
  return encoded('Refused', { code, message, details }, form)
}
