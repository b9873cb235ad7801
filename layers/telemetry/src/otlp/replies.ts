import type { Signal } from '../signals.ts'
import { otlpMessage } from './read-request.ts'

const REPLIES = {
  traces: { message: 'TraceReply', rejected: 'rejectedSpans' },
  logs: { message: 'LogsReply', rejected: 'rejectedLogRecords' },
  metrics: { message: 'MetricsReply', rejected: 'rejectedDataPoints' },
} as const

type Form = 'json' | 'protobuf'

const written = (message: string, value: object, form: Form): Uint8Array => {
  if (form === 'json') return Buffer.from(JSON.stringify(value))
  const type = otlpMessage(message)
  return type.encode(type.fromObject(value)).finish()
}

/**
 * The reply to a request that was taken. A partial success says how many records were not, and why: clients must not send
 * these again (OTLP specification, partial success).
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
  return written(message, body, form)
}

/** What says that a request was refused: google.rpc.Status, as OTLP asks. */
export const refusalTo = (form: Form, code: number, message: string): Uint8Array =>
  written('Refused', { code, message }, form)
