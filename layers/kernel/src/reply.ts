import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { isPipelineCode } from '@signet/contracts'
import type { APIGatewayProxyResult } from 'aws-lambda'
import type { Exchange, ServeDeps } from './exchange.ts'
import { Refusal, unavailable } from './refusal.ts'
import type { AnyReply } from './route.ts'
import { isThrottled } from './throttled.ts'

const isDeclared = (refusal: Refusal, { route }: Exchange): boolean =>
  isPipelineCode(refusal.body.code) ||
  route === undefined ||
  route.endpoint.errors.some(({ code, status }) => code === refusal.body.code && status === refusal.status)

const JSON_HEADERS = { 'content-type': 'application/json' }

/** A refusal in our error shape; anything else is logged whole and answered as a bare 500 with the request id. */
export const errorReply = (thrown: unknown, exchange: Exchange): AnyReply => {
  const error = isThrottled(thrown) ? unavailable('Too busy at the moment; try again shortly', 2, thrown) : thrown
  if (error instanceof Refusal && isDeclared(error, exchange)) {
    if (error.cause !== undefined) exchange.log.warn('refused', { code: error.body.code, cause: error.cause })
    return { status: error.status, body: error.body, headers: { ...JSON_HEADERS, ...error.headers } }
  }
  // A refusal that the contract does not declare is a fault of ours: callers must be able to trust the contract.
  exchange.log.error('fault', { error, operation: exchange.route?.endpoint.name })
  const body = { error: 'Internal error', code: 'internal', request_id: exchange.requestId }
  return { status: 500, body, headers: JSON_HEADERS }
}

/** Writes the request's one log line and its latency metric. */
export const recordRequest = (exchange: Exchange, status: number, deps: ServeDeps): void => {
  const ms = deps.now().getTime() - exchange.startedAt
  const operation = exchange.route?.endpoint.name ?? 'unrouted'
  const { event, caller } = exchange
  const fields = { method: event.httpMethod, path: event.path, status, ms, operation }
  exchange.log.info('request', { ...fields, tenant_id: caller?.tenantId, caller: caller?.kind })
  deps.metrics.record('Latency', ms, 'Milliseconds', { operation })
}

const headersOf = (reply: AnyReply, exchange: Exchange): Record<string, string> => ({
  ...exchange.replyHeaders,
  ...(reply.body !== undefined && !isRaw(reply.body) ? JSON_HEADERS : {}),
  ...reply.headers,
})

const isRaw = (body: unknown): body is string | Uint8Array | Readable =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable

/** HEAD is answered as GET without the bytes (RFC 9110 9.3.2); a stream nobody reads is closed. */
const bodyToSend = ({ body }: AnyReply, { event }: Exchange): unknown => {
  if (event.httpMethod !== 'HEAD') return body
  if (body instanceof Readable) body.destroy()
  return undefined
}

/** The result of a buffered proxy integration; bytes go as base64 (at most about 4.5 MB of them). */
export const bufferedResult = (reply: AnyReply, exchange: Exchange): APIGatewayProxyResult => {
  const { status } = reply
  const body = bodyToSend(reply, exchange)
  const result = { statusCode: status, headers: headersOf(reply, exchange) }
  if (body === undefined) return { ...result, body: '' }
  if (typeof body === 'string') return { ...result, body }
  if (body instanceof Uint8Array) {
    return { ...result, body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
  }
  if (body instanceof Readable) throw new Error('A stream can only be answered by a streaming function')
  return { ...result, body: JSON.stringify(body) }
}

/** The result of a streaming integration: the body is text or a stream, headers go before its first byte. */
export const streamedResult = (reply: AnyReply, exchange: Exchange) => {
  const { status } = reply
  const body = bodyToSend(reply, exchange)
  const result = { statusCode: status, headers: headersOf(reply, exchange) }
  if (body === undefined) return { ...result, body: '' }
  if (typeof body === 'string' || body instanceof Readable) return { ...result, body }
  if (body instanceof Uint8Array) return { ...result, body: Readable.from([body]) }
  return { ...result, body: JSON.stringify(body) }
}
