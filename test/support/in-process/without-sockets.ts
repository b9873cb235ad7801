import type { RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type HttpRequest, HttpResponse } from '@smithy/core/protocols'
import inject, { type InjectOptions } from 'light-my-request'
import type { EmbeddedAws } from '../../../lib/local/aws/ports.ts'
import { runDirectly } from '../direct-documents.ts'
import { accessKeyHere } from './function-scope.ts'

/** The servers of this thread by origin, such as `http://127.0.0.1:4000`. */
export type Servers = ReadonlyMap<string, RequestListener>

type Handle = (request: HttpRequest, options?: object) => Promise<{ response: HttpResponse }>
type Payload = Pick<InjectOptions, 'payload'>

/** Returns the bytes of a body. `Buffer.from(array)` calls `valueOf`, for which the SDK's byte array logs a warning. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** Returns the payload for the body of an SDK request; undefined for a stream. */
const payloadOf = (body: unknown): Payload | undefined => {
  if (body === undefined || body === null) return {}
  if (typeof body === 'string') return { payload: body }
  return body instanceof Uint8Array ? { payload: bytesOf(body) } : undefined
}

const urlOf = ({ path, query }: HttpRequest): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((each) => `${encodeURIComponent(name)}=${encodeURIComponent(each)}`),
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

const sdkAnswer = async (server: RequestListener, request: HttpRequest, payload: Payload) => {
  const { method, headers } = request
  const options = { method: method as 'GET', url: urlOf(request), headers, ...payload }
  const { statusCode, headers: responseHeaders, rawPayload } = await inject(server, options)
  const body = Readable.from([rawPayload])
  return { response: new HttpResponse({ statusCode, headers: responseHeaders as Record<string, string>, body }) }
}

/**
 * Routes calls of SDK clients to servers of this thread without a socket. Signatures remain, because they name the
 * caller.
 */
const letSdkSkipSockets = (servers: Servers): void => {
  const { requestHandler } = new DynamoDBClient({ region: 'us-east-1' }).config
  const prototype = Object.getPrototypeOf(requestHandler) as { handle: Handle }
  const { handle } = prototype
  prototype.handle = function (this: unknown, request, options) {
    const server = servers.get(`${request.protocol}//${request.hostname}:${request.port}`)
    const payload = server && payloadOf(request.body)
    return server && payload ? sdkAnswer(server, request, payload) : handle.call(this, request, options)
  }
}

const BODILESS = [101, 204, 205, 304]

const injectRequest = async (server: RequestListener, request: Request): Promise<Response> => {
  const { pathname, search, host } = new URL(request.url)
  const payload = request.body === null ? {} : { payload: Buffer.from(await request.arrayBuffer()) }
  const answer = await inject(server, {
    method: request.method as 'GET',
    url: `${pathname}${search}`,
    headers: { host, ...Object.fromEntries(request.headers) },
    payloadAsStream: true,
    signal: request.signal,
    ...payload,
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    for (const each of [value ?? []].flat()) headers.append(name, String(each))
  const isBodiless = BODILESS.includes(answer.statusCode)
  const body = isBodiless ? null : (ReadableStream.from(answer.stream()) as BodyInit)
  const response = new Response(body, { status: answer.statusCode, headers })
  return Object.defineProperty(response, 'url', { value: request.url })
}

/** Handles a redirect as `fetch` does. */
const followRedirect = (request: Request, response: Response): Promise<Response> | Response => {
  const location = response.headers.get('location')
  if (location === null || response.status < 300 || response.status > 308 || request.redirect === 'manual')
    return response
  if (request.redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
  return fetch(new URL(location, request.url))
}

/** Routes `fetch` calls to servers of this thread without a socket. */
const letFetchSkipSockets = (servers: Servers): void => {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const server = URL.canParse(url) ? servers.get(new URL(url).origin) : undefined
    if (!server) return fetch(input, init)
    const request = new Request(input, init)
    return followRedirect(request, await injectRequest(server, request))
  }
}

/** Routes calls of `fetch` and SDK clients to servers of this thread without sockets. Servers may be added later. */
export const skipSockets = (servers: Servers): void => {
  letSdkSkipSockets(servers)
  letFetchSkipSockets(servers)
}

/** Makes every document client of this thread call the table directly. */
export const skipHttpToTable = ({ callTable }: Pick<EmbeddedAws, 'callTable'>): void => {
  const send = (command: object) => runDirectly(callTable, command, accessKeyHere() ?? 'test')
  Object.assign(DynamoDBDocumentClient.prototype, { send })
}
