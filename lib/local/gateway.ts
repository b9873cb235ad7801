import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LocalApi } from './api-model.ts'
import { FunctionError } from './aws/ports.ts'
import { type DocumentSource, docsPages } from './docs-page.ts'
import { type GatewayRequest, headerPairs, restEvent, urlEvent } from './gateway-event.ts'
import { MalformedReply, replyOf, streamHead } from './gateway-reply.ts'
import { type Answer, type GatewayFault, gatewayAnswer } from './gateway-response.ts'
import { gatewayRouter, type RouteMatch } from './gateway-router.ts'
import { pipeStream, readPrelude } from './gateway-stream.ts'
import type { LambdaService } from './lambda-service.ts'
import { listen } from './listen.ts'

/** API Gateway takes no larger request body, and no quota raises it. */
const maxBodyBytes = 10 * 1024 * 1024

export interface RequestLog {
  readonly api: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly fn: string | undefined
  readonly requestId: string
  /** Why the gateway answered by itself, where it did. */
  readonly note?: string | undefined
}

export interface GatewayDeps {
  readonly api: LocalApi
  readonly port: number
  readonly lambda: Pick<LambdaService, 'invokeText' | 'invokeStream'>
  readonly now: () => number
  readonly log: (entry: RequestLog) => void
  /** Takes the caller's address from X-Forwarded-For. */
  readonly trustProxy: boolean
  /** The documents that /docs shows; without them /docs answers as any unknown route does. */
  readonly document?: DocumentSource | undefined
}

export interface Gateway {
  readonly api: LocalApi
  readonly url: string
  /** Takes no more requests, waits for those under way at most `ms`, then cuts them off. */
  stop(ms: number): Promise<void>
}

class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

class TooLate extends Error {
  override readonly name = 'TooLate'
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw new TooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).byteLength
    if (size > maxBodyBytes) throw new TooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const callerOf = (request: IncomingMessage, trustProxy: boolean): string => {
  const forwarded = request.headers['x-forwarded-for']
  const first = trustProxy && typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined
  return first || (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '')
}

const send = (response: ServerResponse, requestId: string, { status, headers, body }: Answer): void => {
  head(response, requestId, status, headers)
  const bodiless = status === 204 || status === 304
  if (!bodiless) response.setHeader('Content-Length', body.byteLength)
  response.end(bodiless || response.req.method === 'HEAD' ? undefined : body)
}

const head = (response: ServerResponse, requestId: string, status: number, headers: Answer['headers']): void => {
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  response.setHeader('x-amzn-RequestId', requestId)
  response.setHeader('x-amz-apigw-id', `${requestId.slice(0, 8)}=`)
}

/** Errors of Lambda itself; any other error is the function's. */
const faultsByType: Readonly<Record<string, GatewayFault>> = {
  RequestEntityTooLargeException: 'REQUEST_TOO_LARGE',
  TooManyRequestsException: 'THROTTLED',
}

/** The gateway response for a failure, and a line about it for the log. */
const faultOf = (error: unknown): { readonly fault: GatewayFault; readonly note: string } => {
  const note = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  if (error instanceof TooLarge) return { fault: 'REQUEST_TOO_LARGE', note: `body larger than ${maxBodyBytes} bytes` }
  if (error instanceof TooLate) return { fault: 'INTEGRATION_TIMEOUT', note: error.message }
  if (error instanceof FunctionError) {
    return {
      fault: faultsByType[error.errorType] ?? 'INTERNAL_SERVER_ERROR',
      note: `${error.errorType}: ${error.message}`,
    }
  }
  return {
    fault: 'INTERNAL_SERVER_ERROR',
    note: error instanceof MalformedReply ? `malformed answer: ${error.message}` : note,
  }
}

/** How long a request waits for an environment, which on AWS it hardly does. */
const queueMs = 120_000

/**
 * The integration's timeout, counted once the function has begun: many requests at once share the few environments of
 * this machine, where AWS has one for each, and that must not use up the time a function was given.
 */
const within = async <T>(ms: number, work: (begun: () => void) => Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = (what: string, after: number) =>
    setTimeout(() => reject(new TooLate(`no ${what} within ${after} ms`)), after)
  let timer = late('environment', queueMs)
  const begun = () => {
    clearTimeout(timer)
    timer = late("answer, the integration's timeout,", ms)
  }
  try {
    return await Promise.race([work(begun), promise])
  } finally {
    clearTimeout(timer)
  }
}

type Lambda = GatewayDeps['lambda']

const streamed = async (
  lambda: Lambda,
  request: GatewayRequest,
  match: RouteMatch,
  event: string,
  response: ServerResponse,
) => {
  const { body, contentType } = lambda.invokeStream(match.route.functionArn ?? '', event)
  body.on('error', () => {})
  response.once('close', () => body.destroy())
  const overdue = setTimeout(
    () => body.destroy(new TooLate('the stream outlived the integration timeout')),
    match.route.timeoutMs,
  )
  try {
    const marked = request.api.kind === 'rest' || (await contentType) !== undefined
    const opening = marked ? await readPrelude(body) : undefined
    const { status, headers } = opening
      ? streamHead(request.api, opening.prelude)
      : { status: 200, headers: [['Content-Type', 'application/octet-stream']] as const }
    head(response, request.requestId, status, headers)
    await pipeStream(opening?.rest ?? Buffer.alloc(0), body, response)
  } finally {
    clearTimeout(overdue)
    body.destroy()
  }
}

const answer = async (
  deps: GatewayDeps,
  request: GatewayRequest,
  match: RouteMatch,
  response: ServerResponse,
): Promise<string | undefined> => {
  const { route } = match
  if (route.mock) {
    const headers = Object.entries(route.mock.headers)
    send(response, request.requestId, { status: route.mock.status, headers, body: Buffer.alloc(0) })
    return undefined
  }
  if (!route.permitted) {
    send(response, request.requestId, gatewayAnswer(request, 'API_CONFIGURATION_ERROR'))
    return `no Lambda::Permission lets API Gateway invoke the function of ${route.method} ${route.resource}`
  }
  const event = request.api.kind === 'url' ? urlEvent(request) : restEvent(request, match)
  try {
    if (route.stream) await streamed(deps.lambda, request, match, event, response)
    else {
      const text = await within(route.timeoutMs, (begun) =>
        deps.lambda.invokeText(route.functionArn ?? '', event, begun),
      )
      send(response, request.requestId, replyOf(request, text))
    }
    return undefined
  } catch (error) {
    if (response.destroyed && !response.writableEnded) return 'the caller left'
    const { fault, note } = faultOf(error)
    if (response.headersSent) response.destroy()
    else send(response, request.requestId, gatewayAnswer(request, fault))
    return note
  }
}

/** The request as it arrived, but for its body. */
const arrivalOf = (
  incoming: IncomingMessage,
  { api, now, trustProxy }: GatewayDeps,
  port: number,
): Omit<GatewayRequest, 'body'> => {
  const [path = '/', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s)
  return {
    api,
    method: incoming.method ?? 'GET',
    path,
    query,
    port,
    requestId: randomUUID(),
    headers: headerPairs(incoming),
    sourceIp: callerOf(incoming, trustProxy),
    isHostTrusted: trustProxy,
    now: now(),
  }
}

/** The outcome of a request, for the log. */
interface Course {
  /** None where no function had a part in the answer. */
  routeMatch: RouteMatch | undefined
  note: string | undefined
}

const serveRequest = async (
  deps: GatewayDeps,
  arrival: Omit<GatewayRequest, 'body'>,
  { incoming, response }: { readonly incoming: IncomingMessage; readonly response: ServerResponse },
  course: Course,
  docs: ReturnType<typeof docsPages>,
): Promise<void> => {
  const { method, path, port, requestId } = arrival
  try {
    const request = { ...arrival, body: await readBody(incoming) }
    const { host = `127.0.0.1:${port}`, 'if-none-match': ifNoneMatch } = incoming.headers
    const { routeMatch } = course
    // Shown on this machine only: a route that the template has for the path itself goes first.
    const isFree = routeMatch === undefined || ['/{proxy+}', '$default'].includes(routeMatch.route.resource)
    const shown = isFree ? await docs({ method, path, host, ifNoneMatch }) : undefined
    if (shown) {
      course.routeMatch = undefined
      send(response, requestId, shown)
    } else if (routeMatch) course.note = await answer(deps, request, routeMatch, response)
    else send(response, requestId, gatewayAnswer(request, 'MISSING_AUTHENTICATION_TOKEN'))
  } catch (error) {
    const { fault, note } = faultOf(error)
    course.note = note
    // The rest of the body is not read: the connection closes once the answer is out.
    response.setHeader('Connection', 'close')
    send(response, requestId, gatewayAnswer({ ...arrival, body: Buffer.alloc(0) }, fault))
    incoming.unpipe()
    incoming.resume()
  }
}

/** Serves one API of the templates on its own port of the loopback interface, as API Gateway would. */
export const startGateway = async (deps: GatewayDeps): Promise<Gateway> => {
  const { api, log } = deps
  const match = gatewayRouter(api.routes)
  const docs = docsPages(deps.document ?? (async () => undefined))
  let port = deps.port
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    const arrival = arrivalOf(incoming, deps, port)
    const { method, path, requestId } = arrival
    const course: Course = { routeMatch: api.kind === 'url' ? urlMatch(api) : match(method, path), note: undefined }
    response.once('close', () => {
      const fn = course.routeMatch?.route.functionArn?.split(':').at(-1)
      const ms = performance.now() - started
      log({ api: api.key, method, path, status: response.statusCode, ms, fn, requestId, note: course.note })
      // While the server stops, a connection that is kept alive after its answer would hold it up.
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
    return serveRequest(deps, arrival, { incoming, response }, course, docs)
  }
  const server = createServer((incoming, response) => void handle(incoming, response))
  server.keepAliveTimeout = 65_000
  await listen(server, deps.port, api.key)
  port = (server.address() as AddressInfo).port
  return { api, url: `http://127.0.0.1:${port}`, stop: (ms) => stopServer(server, ms) }
}

const urlMatch = (api: LocalApi): RouteMatch | undefined => {
  const [route] = api.routes
  return route && { route, params: {} }
}

const stopServer = async (server: Server, ms: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), ms)
  await closed
  clearTimeout(cut)
}
