import type { Endpoint } from '../endpoint.ts'
import type { ResponseDefinition } from '../endpoint-definition.ts'
import type { Reply, ReplyHeaders } from '../wire-types.ts'
import { replyProblems } from './reply-problems.ts'

const isAsyncIterable = (value: unknown): value is AsyncIterable<Uint8Array | string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A stream that is produced while it is read. */
const streamOf = (parts: AsyncIterable<Uint8Array | string>): ReadableStream<Uint8Array> => {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel(reason) {
      await iterator.return?.(reason)
    },
  })
}

const isPlainReply = (value: object): value is Reply =>
  'status' in value &&
  'body' in value &&
  typeof value.status === 'number' &&
  Object.keys(value).every((key) => key === 'status' || key === 'body' || key === 'headers')

/**
 * A handler's answer as a reply. A body alone stands for the only success that the operation declares; an object of
 * `status` (a number), `body` and nothing else but `headers` is always read as a reply.
 * @throws TypeError for a body alone where several statuses are declared.
 */
export const replyOf = ({ responses, name }: Endpoint, answer: unknown): Reply => {
  if (typeof answer === 'object' && answer !== null && isPlainReply(answer)) return answer
  const [status, ...more] = Object.keys(responses)
  if (status === undefined || more.length > 0) {
    throw new TypeError(`"${name}" declares several statuses: answer with reply(status, body)`)
  }
  return { status: Number(status), body: answer }
}

const headersOf = (headers: ReplyHeaders = {}): Headers => {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of typeof value === 'string' ? [value] : value) sent.append(name, each)
  }
  return sent
}

type Payload = ConstructorParameters<typeof Response>[0]

/** JSON where the contract has a schema, whatever is not text or bytes otherwise; text, bytes and streams as they are. */
const payloadOf = (body: unknown, declared: ResponseDefinition | undefined, headers: Headers): Payload => {
  if (body === undefined) return null
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
  if (declared?.schema === undefined && (isRaw || isAsyncIterable(body))) {
    const [only, ...more] = declared?.mediaTypes ?? ['application/octet-stream']
    if (only !== undefined && more.length === 0 && !headers.has('content-type')) headers.set('content-type', only)
    return isRaw ? (body as Payload) : streamOf(body as AsyncIterable<Uint8Array | string>)
  }
  if (!headers.has('content-type')) headers.set('content-type', 'application/json')
  return JSON.stringify(body)
}

/** HEAD is answered as GET without the bytes (RFC 9110 9.3.2); a stream that nobody reads is closed. */
const withoutBytes = async (payload: Payload): Promise<null> => {
  if (payload instanceof ReadableStream) await payload.cancel()
  return null
}

/** A JSON answer that comes from the pipeline itself: a refusal or a fault. */
export const jsonResponse = (status: number, body: object, headers: ReplyHeaders, isHead: boolean): Response => {
  const sent = headersOf(headers)
  sent.set('content-type', 'application/json')
  return new Response(isHead ? null : JSON.stringify(body), { status, headers: sent })
}

/**
 * The response of a reply.
 * @throws TypeError for a status that the operation does not declare and, with `check`, for a reply that breaks its response.
 */
export const responseOf = async (
  endpoint: Endpoint,
  reply: Reply,
  check: boolean,
  isHead: boolean,
): Promise<Response> => {
  const { status, body } = reply
  const declared = endpoint.responses[status]
  if (declared === undefined) {
    const known = Object.keys(endpoint.responses).join(', ')
    throw new TypeError(`"${endpoint.name}" answered ${status}, declared: ${known}`)
  }
  const headers = headersOf(reply.headers)
  const payload = payloadOf(body, declared, headers)
  const problems = check ? replyProblems(endpoint, reply, headers) : []
  if (problems.length > 0) {
    throw new TypeError(
      `"${endpoint.name}" answered ${status} with a reply that breaks its contract: ${problems.join('; ')}`,
    )
  }
  return new Response(isHead ? await withoutBytes(payload) : payload, { status, headers })
}
