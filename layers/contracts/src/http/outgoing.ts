import type { Endpoint } from '../endpoint.ts'
import type { ResponseDefinition } from '../endpoint-definition.ts'
import type { Reply, ReplyHeaders, StreamBody } from '../wire-types.ts'
import type { FailurePage } from './engine-options.ts'
import type { Outgoing, OutgoingBody } from './incoming.ts'
import { replyProblems } from './reply-problems.ts'

const isPlainReply = (value: object): value is Reply =>
  'status' in value &&
  'body' in value &&
  typeof value.status === 'number' &&
  Object.keys(value).every((key) => key === 'status' || key === 'body' || key === 'headers')

/**
 * Converts a handler's answer to a reply. A bare body gets the status of the only success that the operation declares.
 * An object with `status` (a number), `body` and no other field except `headers` is always a reply.
 * @throws TypeError for a bare body if several statuses are declared
 */
export const replyOf = ({ responses, name }: Endpoint, answer: unknown): Reply => {
  if (typeof answer === 'object' && answer !== null && isPlainReply(answer)) return answer
  const [status, ...others] = Object.keys(responses)
  if (status === undefined || others.length > 0) {
    throw new TypeError(`"${name}" declares several statuses: return reply(status, body)`)
  }
  return { status: Number(status), body: answer }
}

const lowerCase = (headers: ReplyHeaders = {}): Record<string, string | readonly string[]> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const isStream = (value: unknown): value is StreamBody =>
  typeof value === 'object' && value !== null && (value instanceof ReadableStream || Symbol.asyncIterator in value)

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array

/**
 * Returns text, bytes and streams unchanged if the contract has no schema for the body (a stream also if it declares
 * one), and JSON otherwise.
 */
const bodyOf = (
  body: unknown,
  declared: ResponseDefinition | undefined,
  headers: Record<string, string | readonly string[]>,
): OutgoingBody => {
  if (body === undefined) return undefined
  const isPlain = declared?.schema === undefined
  if ((isPlain && isRaw(body)) || ((isPlain || declared.stream === true) && isStream(body))) {
    const [onlyMediaType, ...others] = declared?.mediaTypes ?? ['application/octet-stream']
    if (onlyMediaType !== undefined && others.length === 0) headers['content-type'] ??= onlyMediaType
    return body
  }
  headers['content-type'] ??= 'application/json'
  return JSON.stringify(body)
}

/** Closes an unread stream, because its producer may have an open connection. */
const closeStream = async (body: OutgoingBody): Promise<undefined> => {
  if (body instanceof ReadableStream) await body.cancel()
  // A Node stream is destroyed: closing an iterator that never started would close nothing.
  else if (isStream(body) && 'destroy' in body && typeof body.destroy === 'function') body.destroy()
  else if (isStream(body)) await body[Symbol.asyncIterator]().return?.()
}

export const jsonOutgoing = (
  status: number,
  body: object,
  headers: ReplyHeaders,
  { isHead }: { readonly isHead: boolean },
): Outgoing => ({
  status,
  headers: { ...lowerCase(headers), 'content-type': 'application/json' },
  body: isHead ? undefined : JSON.stringify(body),
})

export const pageOutgoing = (
  status: number,
  { headers, body }: FailurePage,
  refusalHeaders: ReplyHeaders,
  { isHead }: { readonly isHead: boolean },
): Outgoing => ({
  status,
  headers: { ...lowerCase(refusalHeaders), ...headers, vary: 'Accept' },
  body: isHead ? undefined : body,
})

/**
 * Returns the response for a reply. HEAD gets the response of GET without the body (RFC 9110 9.3.2).
 * @throws TypeError for a status that the operation does not declare and, with `check`, for a reply that violates its
 * contract
 */
export const outgoingOf = async (
  endpoint: Endpoint,
  reply: Reply,
  check: boolean,
  isHead: boolean,
): Promise<Outgoing> => {
  const { status } = reply
  const declared = endpoint.responses[status]
  if (declared === undefined) {
    const statuses = Object.keys(endpoint.responses).join(', ')
    throw new TypeError(`"${endpoint.name}" answered ${status}, declared: ${statuses}`)
  }
  const headers = lowerCase(reply.headers)
  const body = bodyOf(reply.body, declared, headers)
  const problems = check ? replyProblems(endpoint, reply, headers) : []
  if (problems.length > 0) {
    const list = problems.join('; ')
    throw new TypeError(`"${endpoint.name}" answered ${status} with a reply that violates its contract: ${list}`)
  }
  return { status, headers, body: isHead ? await closeStream(body) : body }
}
