import { createHash, randomBytes } from 'node:crypto'

/** W3C Trace Context 1, section 3.2: version, trace, parent, flags; a later version may add more. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:$|(?<!^00-.*)-)/
/** The header of AWS X-Ray that API Gateway adds. */
const X_RAY_ROOT = /\bRoot=1-([0-9a-f]{8})-([0-9a-f]{24})\b/
const NO_TRACE = '0'.repeat(32)

/**
 * Returns the id of the trace that a request belongs to, 32 hex digits: that of the caller, otherwise that of X-Ray,
 * otherwise one derived from the id of the request.
 */
export const traceIdOf = (headers: Readonly<Record<string, string>>, requestId: string): string => {
  const callerTrace = TRACEPARENT.exec(headers.traceparent ?? '')?.[1]
  if (callerTrace !== undefined && callerTrace !== NO_TRACE) return callerTrace
  const [, time, id] = X_RAY_ROOT.exec(headers['x-amzn-trace-id'] ?? '') ?? []
  if (time !== undefined && id !== undefined) return `${time}${id}`
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32)
}

/** Returns the span that sent a request or an event, by its header `traceparent`; undefined if it contains none. */
export const parentOf = (traceparent: string | undefined): string | undefined => {
  const [, trace, parent] = TRACEPARENT.exec(traceparent ?? '') ?? []
  return trace === NO_TRACE ? undefined : parent
}

const NO_SPAN = /^0+$/

const spanIdIn = (bytes: Buffer): string => {
  const hex = bytes.toString('hex')
  return NO_SPAN.test(hex) ? '0000000000000001' : hex
}

/** Creates the id of a span: 16 hex digits, not all zero. */
export const newSpanId = (): string => spanIdIn(randomBytes(8))

/** Returns the span id of a sender outside of any span. The same sender always has the same id. */
export const senderId = (sender: string): string =>
  spanIdIn(createHash('sha256').update(sender).digest().subarray(0, 8))

/** Returns the header `traceparent` of a request within a trace, sent by the given span. */
export const traceparentOf = (traceId: string, spanId: string = newSpanId()): string => `00-${traceId}-${spanId}-01`
