import { type BoundRoute, bind, type Implementation, type Servable } from './bind.ts'
import { engine } from './engine.ts'
import type { Incoming, Outgoing } from './incoming.ts'
import { payloadTooLarge } from './refusals.ts'
import { engineOptions, type WebOptions } from './web-options.ts'

const REQUEST_ID = /^[\w.-]{1,128}$/

const requestIdOf = ({ headers }: Request): string => {
  const requestId = headers.get('x-request-id') ?? ''
  return REQUEST_ID.test(requestId) ? requestId : crypto.randomUUID()
}

const concatenate = (chunks: readonly Uint8Array[], size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** Reads the bytes of a body and stops beyond the limit, so that a caller cannot exhaust the memory. */
const limitedBytes = async ({ headers, body }: Request, limit: number): Promise<Uint8Array> => {
  if (Number(headers.get('content-length') ?? 0) > limit) throw payloadTooLarge(limit)
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length
    if (size > limit) {
      await reader.cancel()
      throw payloadTooLarge(limit)
    }
    chunks.push(chunk.value)
  }
  return concatenate(chunks, size)
}

export const incomingOfRequest = (request: Request): Incoming => {
  const { pathname, searchParams } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(request.headers),
    bytes: (limit) => limitedBytes(request, limit),
  }
}

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

type Payload = ConstructorParameters<typeof Response>[0]

const payloadOf = (body: Outgoing['body']): Payload => {
  if (body === undefined) return null
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream) return body as Payload
  return streamOf(body)
}

export const responseOf = ({ status, headers, body }: Outgoing): Response => {
  const responseHeaders = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of typeof value === 'string' ? [value] : value) responseHeaders.append(name, each)
  }
  return new Response(payloadOf(body), { status, headers: responseHeaders })
}

/**
 * Serves routes of one or several contracts (`[...bind(jobs, …), ...bind(keys, …)]`) as a Web-standard function.
 * @throws ContractError if an operation's authority cannot be resolved
 * @throws TypeError if two operations match the same request line
 */
export const webHandlerOf = <Caller = unknown>(
  routes: readonly BoundRoute[],
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => {
  const serve = engine(routes, engineOptions(routes, options))
  const { requestId = requestIdOf } = options
  return async (request) => {
    const arrival = { requestId: requestId(request), request, platform: undefined }
    return responseOf(await serve(incomingOfRequest(request), arrival))
  }
}

/**
 * Serves a contract, or a record of endpoints, as a Web-standard function for Workers, Deno, Bun and Node's adapters.
 * It routes, calls `authorize`, reads the body within its limit, validates, runs the operation's function and checks
 * its reply against the contract. Failures have the body `{ error, code, … }`. A fault is reported, and the response is
 * 500 without details.
 * @throws ContractError for a missing or extra function and for an authority without a rule
 */
export const webHandler = <C extends Servable, Caller = unknown>(
  served: C,
  implementation: Implementation<C, Caller>,
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => webHandlerOf(bind(served, implementation), options)
