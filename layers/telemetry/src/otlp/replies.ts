import type { Signal } from '../signals.ts'
import { otlpMessage } from './read-request.ts'

const REPLIES = {
  traces: { message: 'TraceReply', rejected: 'rejectedSpans' },
  logs: { message: 'LogsReply', rejected: 'rejectedLogRecords' },
  metrics: { message: 'MetricsReply', rejected: 'rejectedDataPoints' },
} as const

type Format = 'json' | 'protobuf'

const encode = (message: string, value: object, format: Format): Uint8Array => {
  if (format === 'json') return Buffer.from(JSON.stringify(value))
  const type = otlpMessage(message)
  return type.encode(type.fromObject(value)).finish()
}

/**
 * Returns the reply to an accepted request. A partial success contains the number of rejected records and the reasons.
 * Clients must not retry these (OTLP specification, partial success).
 */
export const replyTo = (
  signal: Signal,
  format: Format,
  partial?: { readonly rejected: number; readonly message: string },
): Uint8Array => {
  const { message, rejected } = REPLIES[signal]
  // In JSON, 64-bit integers are texts.
  const count = format === 'json' ? String(partial?.rejected ?? 0) : (partial?.rejected ?? 0)
  const body = partial ? { partialSuccess: { [rejected]: count, errorMessage: partial.message } } : {}
  return encode(message, body, format)
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
  format: Format,
  { code, message, violations = [] }: { code: number; message: string; violations?: readonly FieldViolation[] },
): Uint8Array => {
  if (violations.length === 0) return encode('RpcStatus', { code, message }, format)
  const details =
    format === 'json'
      ? [{ '@type': BAD_REQUEST, fieldViolations: violations }]
      : [{ typeUrl: BAD_REQUEST, value: encode('BadRequest', { fieldViolations: violations }, format) }]
  return encode('RpcStatus', { code, message, details }, format)
}
