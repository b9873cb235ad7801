import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { isV2, type LambdaEvent, type Outgoing } from '@signet/contracts/http'

/**
 * Returns the headers in the shape of the event's payload format: 1.0 has a list for a name with several values, 2.0 has
 * a field for cookies.
 */
const headersOf = (event: LambdaEvent, { headers }: Outgoing) => {
  const single: Record<string, string> = {}
  const lists: Record<string, readonly string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') single[name] = value
    else if (name === 'set-cookie') lists[name] = value
    else single[name] = value.join(', ')
  }
  const cookies = lists['set-cookie']
  const singleHeaders: { headers: Readonly<Record<string, string>> } = { headers: single }
  if (cookies === undefined) return singleHeaders
  return isV2(event) ? { ...singleHeaders, cookies } : { ...singleHeaders, multiValueHeaders: lists }
}

const isStream = (body: Outgoing['body']): body is Exclude<Outgoing['body'], string | Uint8Array | undefined> =>
  typeof body === 'object' && !(body instanceof Uint8Array)

const readableOf = (body: Outgoing['body']): Readable =>
  body instanceof Readable ? body : Readable.from(body as AsyncIterable<Uint8Array | string>)

/**
 * Returns the result of a buffered integration. Bytes are sent as base64 (at most about 4.5 MB), streams are collected.
 */
export const bufferedResult = async (event: LambdaEvent, outgoing: Outgoing) => {
  const result = { statusCode: outgoing.status, ...headersOf(event, outgoing) }
  const { body } = outgoing
  if (body === undefined) return { ...result, body: '' }
  if (typeof body === 'string') return { ...result, body }
  const bytes = isStream(body)
    ? Buffer.concat((await readableOf(body).toArray()).map((part: Uint8Array | string) => Buffer.from(part)))
    : Buffer.from(body)
  return { ...result, body: bytes.toString('base64'), isBase64Encoded: true }
}

/**
 * Returns the result of a streaming integration. The body is text or a stream; the headers are sent before its first
 * byte.
 */
export const streamedResult = (event: LambdaEvent, outgoing: Outgoing) => {
  const result = { statusCode: outgoing.status, ...headersOf(event, outgoing) }
  const { body } = outgoing
  if (body === undefined) return { ...result, body: '' }
  if (typeof body === 'string') return { ...result, body }
  return { ...result, body: isStream(body) ? readableOf(body) : Readable.from([body]) }
}
