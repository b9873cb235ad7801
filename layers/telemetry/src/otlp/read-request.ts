import protobuf from 'protobufjs/light.js'
import type * as z from 'zod'
import { DEPTH_MAX, isDeeperThan } from '../nesting.ts'
import type { Signal } from '../signals.ts'
import { OTLP } from './descriptor.ts'
import { LogsRequest, MetricsRequest, TraceRequest } from './messages.ts'

const REQUESTS = {
  traces: { message: 'TraceRequest', schema: TraceRequest },
  logs: { message: 'LogsRequest', schema: LogsRequest },
  metrics: { message: 'MetricsRequest', schema: MetricsRequest },
} as const

export interface Requests {
  readonly traces: TraceRequest
  readonly logs: LogsRequest
  readonly metrics: MetricsRequest
}

let root: protobuf.Root | undefined
export const otlpMessage = (name: string): protobuf.Type => {
  root ??= protobuf.Root.fromJSON(OTLP)
  return root.lookupType(name)
}

export class OtlpFault extends Error {
  override readonly name = 'OtlpFault'
}

const IDS = new Set(['traceId', 'spanId', 'parentSpanId'])

const jsonTextOf = (bytes: Uint8Array, name: string): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(IDS.has(name) ? 'hex' : 'base64')

/**
 * Converts a decoded message to its JSON form: ids in hexadecimal, other bytes in base64. Changes the message in place.
 */
const toJson = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) toJson(each)
    return
  }
  const message = value as Record<string, unknown>
  for (const name of Object.keys(message)) {
    const member = message[name]
    if (member instanceof Uint8Array) message[name] = jsonTextOf(member, name)
    else toJson(member)
  }
}

const decodeProtobuf = (signal: Signal, bytes: Uint8Array): unknown => {
  const type = otlpMessage(REQUESTS[signal].message)
  try {
    const value = type.toObject(type.decode(bytes), { longs: String })
    toJson(value)
    return value
  } catch (error) {
    throw new OtlpFault('must be a protobuf message of OTLP', { cause: error })
  }
}

/** Removes null fields, and preserves the digits of integers beyond 2^53 (protobuf's JSON form). */
const revive = (_name: string, value: unknown, context?: { readonly source?: string }): unknown => {
  if (value === null) return undefined
  const isLong = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
  return isLong ? context?.source : value
}

/** In the JSON of OTLP, each nested value adds three levels. */
const JSON_DEPTH_MAX = 3 * DEPTH_MAX
const TOO_DEEP = `must not have values nested deeper than ${DEPTH_MAX}`

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), revive)
  } catch (error) {
    // JSON.parse with a reviver recurses, and a deeply nested value overflows the stack.
    if (error instanceof RangeError) throw new OtlpFault(TOO_DEEP)
    throw new OtlpFault('must be JSON', { cause: error })
  }
}

/**
 * Parses a request of OTLP/HTTP from its decompressed body.
 * @throws OtlpFault with the first invalid field and its error.
 */
export const readRequest = <Name extends Signal>(
  signal: Name,
  bytes: Uint8Array,
  format: 'json' | 'protobuf',
): Requests[Name] => {
  const value = format === 'json' ? parseJson(bytes) : decodeProtobuf(signal, bytes)
  if (isDeeperThan(JSON_DEPTH_MAX, value)) throw new OtlpFault(TOO_DEEP)
  const schema: z.ZodType = REQUESTS[signal].schema
  const result = schema.safeParse(value)
  if (result.success) return result.data as Requests[Name]
  const [first] = result.error.issues
  throw new OtlpFault(`${first?.path.join('.') || 'the body'}: ${first?.message}`)
}
