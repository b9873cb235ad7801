import type { Attributes, SpanRecord } from '@signet/telemetry'
import * as z from 'zod'
import { internalWorkerName } from '../contract/internal-workers.ts'

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))

/** Log line that ends a span (layers/kernel/src/span.ts). Its other fields describe the work. */
const SpanLine = z.looseObject({
  function: z.string(),
  trace_id: hex(32),
  span_id: hex(16),
  operation: z.string().optional(),
  span: z.object({
    parent: hex(16).optional(),
    kind: z.enum(['server', 'consumer', 'internal', 'client']),
    start: z.number(),
    ms: z.number().min(0),
    status: z.enum(['ok', 'error']),
    reason: z.string().optional(),
  }),
})

const NON_ATTRIBUTE_FIELDS = new Set([
  'function',
  'trace_id',
  'span_id',
  'operation',
  'span',
  'time',
  'level',
  'message',
  'ms',
])

const isPrimitive = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

const attributesOf = (line: object, kind: string): Attributes => ({
  'otel.kind': kind,
  ...Object.fromEntries(
    Object.entries(line).filter(([name, value]) => !NON_ATTRIBUTE_FIELDS.has(name) && isPrimitive(value)),
  ),
})

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const spanOfLine = (text: string): SpanRecord | undefined => {
  const line = SpanLine.safeParse(parseJson(text))
  if (!line.success) return undefined
  const { function: fn, trace_id: traceId, span_id: spanId, operation = fn, span } = line.data
  const { parent, kind, start, ms, status, reason } = span
  return {
    traceId,
    spanId,
    ...(parent !== undefined && { parentSpanId: parent }),
    operation,
    service: internalWorkerName(fn),
    start,
    end: start + ms,
    duration: ms,
    status,
    ...(reason !== undefined && { error: reason }),
    attributes: { ...attributesOf(line.data, kind), ...(reason !== undefined && { 'error.message': reason }) },
    events: [],
  }
}
