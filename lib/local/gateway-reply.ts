import type { LocalApi } from './api-model.ts'
import { type GatewayRequest, headerOf, isBinary } from './gateway-event.ts'
import type { HttpResponse } from './gateway-response.ts'

/** A function's response that a proxy integration rejects; the message contains the violated rule. */
export class MalformedReply extends Error {
  override readonly name = 'MalformedReply'
}

type Pairs = readonly (readonly [string, string])[]

/** Headers that a REST API renames or drops in responses. */
const REMAPPED =
  /^(authorization|connection|content-length|content-md5|date|host|max-forwards|server|user-agent|via|www-authenticate)$/i
const DROPPED = /^(expect|keep-alive|proxy-authenticate|te|trailer|transfer-encoding|upgrade)$/i
const FRAMING = /^(connection|content-length|keep-alive|transfer-encoding|upgrade)$/i

const outgoingHeaders = (api: LocalApi, pairs: Pairs): Pairs =>
  api.kind === 'url'
    ? pairs.filter(([name]) => !FRAMING.test(name))
    : pairs
        .filter(([name]) => !DROPPED.test(name))
        .map(([name, value]) =>
          REMAPPED.test(name) ? ([`x-amzn-Remapped-${name}`, value] as const) : ([name, value] as const),
        )

interface ReplyFields {
  readonly statusCode?: unknown
  readonly headers?: unknown
  readonly multiValueHeaders?: unknown
  readonly cookies?: unknown
  readonly body?: unknown
  readonly isBase64Encoded?: unknown
}

const scalar = (name: string, value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new MalformedReply(
    `header ${name} is ${value === null ? 'null' : typeof value}; it must be a string, number or boolean`,
  )
}

const pairsOf = ({ headers, multiValueHeaders, cookies }: ReplyFields): Pairs => {
  const multiHeaders = Object.entries((multiValueHeaders ?? {}) as Record<string, unknown>).flatMap(
    ([name, values]) => {
      if (!Array.isArray(values)) throw new MalformedReply(`multiValueHeaders.${name} must be an array of strings`)
      return values.map((value) => [name, scalar(name, value)] as const)
    },
  )
  const names = new Set(multiHeaders.map(([name]) => name.toLowerCase()))
  const singleHeaders = Object.entries((headers ?? {}) as Record<string, unknown>)
    .filter(([name]) => !names.has(name.toLowerCase()))
    .map(([name, value]) => [name, scalar(name, value)] as const)
  const cookieHeaders = ((cookies ?? []) as unknown[]).map((value) => ['Set-Cookie', scalar('cookie', value)] as const)
  return [...singleHeaders, ...multiHeaders, ...cookieHeaders]
}

const statusOf = ({ statusCode = 200 }: ReplyFields): number => {
  const status = Number(statusCode)
  if (Number.isInteger(status) && status >= 100 && status <= 599) return status
  throw new MalformedReply(`statusCode is ${JSON.stringify(statusCode)}; it must be a whole number from 100 to 599`)
}

const withType = (pairs: Pairs, type: string): Pairs =>
  pairs.some(([name]) => name.toLowerCase() === 'content-type') ? pairs : [...pairs, ['Content-Type', type]]

const REST_FIELDS = new Set(['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded'])

const parseReply = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new MalformedReply(
      'the response is not JSON: a streaming function requires an integration with response transfer mode STREAM',
    )
  }
}

/**
 * Converts a function's JSON into a response by the rules of proxy integrations.
 * @throws MalformedReply for a reply for which AWS returns 502.
 */
export const replyOf = (request: GatewayRequest, text: string): HttpResponse => {
  const reply = parseReply(text)
  const { api } = request
  const isObject = typeof reply === 'object' && reply !== null && !Array.isArray(reply)
  if (api.kind === 'url' && !(isObject && 'statusCode' in reply)) {
    // In format 2.0, any other value is the body of a 200.
    return {
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.from(typeof reply === 'string' ? reply : text),
    }
  }
  if (!isObject)
    throw new MalformedReply(
      `the response is ${text.slice(0, 60)}; it must be an object with statusCode, headers and body`,
    )
  const parts: ReplyFields = reply
  const unknownField = Object.keys(reply).find((key) => api.kind === 'rest' && !REST_FIELDS.has(key))
  if (unknownField !== undefined)
    throw new MalformedReply(`the response has a field ${unknownField}; allowed are ${[...REST_FIELDS].join(', ')}`)
  if (parts.body !== undefined && parts.body !== null && typeof parts.body !== 'string') {
    throw new MalformedReply(`body is ${typeof parts.body}; it must be a string: JSON.stringify it`)
  }
  const isBase64 =
    parts.isBase64Encoded === true &&
    (api.kind === 'url' || isBinary(headerOf(request, 'accept'), api.binaryMediaTypes))
  return {
    status: statusOf(parts),
    headers: outgoingHeaders(api, withType(pairsOf(parts), 'application/json')),
    body: Buffer.from(String(parts.body ?? ''), isBase64 ? 'base64' : 'utf8'),
  }
}

/** Returns status and headers of a streamed response from the JSON before the eight zero bytes. */
export const streamHead = (api: LocalApi, prelude: string): { readonly status: number; readonly headers: Pairs } => {
  const parts = parseReply(prelude) as ReplyFields
  return {
    status: statusOf(parts),
    headers: outgoingHeaders(api, withType(pairsOf(parts), 'application/octet-stream')),
  }
}
