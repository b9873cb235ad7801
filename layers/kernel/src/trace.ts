import { createHash, randomBytes } from 'node:crypto'

/** W3C Trace Context 1, section 3.2: version, trace, parent, flags; a later version may add more. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|(?<!^00-.*)-)/
/** The header of AWS X-Ray that API Gateway adds. */
const X_RAY_ROOT = /\bRoot=1-([0-9a-f]{8})-([0-9a-f]{24})\b/
const NO_TRACE = '0'.repeat(32)

/**
 * The id of the trace that a request belongs to, 32 hex digits: that of the caller, or else that of X-Ray, or else one
 * that follows from the id of the request.
 */
export const traceIdOf = (headers: Readonly<Record<string, string>>, requestId: string): string => {
  const traced = TRACEPARENT.exec(headers.traceparent ?? '')?.[1]
  if (traced !== undefined && traced !== NO_TRACE) return traced
  const [, time, id] = X_RAY_ROOT.exec(headers['x-amzn-trace-id'] ?? '') ?? []
  if (time !== undefined && id !== undefined) return `${time}${id}`
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32)
}

const NO_PARENT = /^0+$/

/**
 * The header `traceparent` of a request that is made within a trace. What is written more than once names its `sender`,
 * so that it is always the same.
 */
export const traceparentOf = (traceId: string, sender?: string): string => {
  const parent = sender === undefined ? randomBytes(8) : createHash('sha256').update(sender).digest().subarray(0, 8)
  const hex = parent.toString('hex')
  return `00-${traceId}-${NO_PARENT.test(hex) ? '0000000000000001' : hex}-01`
}
