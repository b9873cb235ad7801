import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { LocalApi } from './api-model.ts'
import { type DocumentSource, docsPages } from './docs-page.ts'
import type { FirewallReply } from './firewall.ts'
import type { ApiFront } from './front.ts'
import { type GatewayRequest, headerPairs, hostOf } from './gateway-event.ts'
import {
  BodyTooLargeError,
  faultOf,
  handleRoute,
  type IntegrationDeps,
  maxBodyBytes,
  send,
  sendPlain,
} from './gateway-integration.ts'
import { gatewayResponse, type HttpResponse } from './gateway-response.ts'
import { gatewayRouter, type RouteMatch } from './gateway-router.ts'
import { listen } from './listen.ts'

export interface RequestLog {
  readonly api: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly fn: string | undefined
  readonly requestId: string
  readonly note?: string | undefined
}

export interface GatewayDeps extends IntegrationDeps {
  readonly api: LocalApi
  readonly firewall?: ((head: Omit<GatewayRequest, 'body'>) => FirewallReply | undefined) | undefined
  readonly front?: ApiFront | undefined
  readonly port: number
  readonly now: () => number
  readonly log: (entry: RequestLog) => void
  /** Reads the caller's address from X-Forwarded-For. */
  readonly trustProxy: boolean
  /** Documents for /docs. Without them, /docs is an unknown route. */
  readonly document?: DocumentSource | undefined
  readonly consoleUrl?: string | undefined
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>

/**
 * Bytes to read of a body that is too large. A client that is still sending when the connection closes would not see
 * the response.
 */
const MAX_READ_BYTES = 2 * maxBodyBytes

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > MAX_READ_BYTES) throw new BodyTooLargeError()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).byteLength
    if (size > MAX_READ_BYTES) throw new BodyTooLargeError()
    if (size <= maxBodyBytes) chunks.push(chunk as Buffer)
  }
  if (size > maxBodyBytes) throw new BodyTooLargeError()
  return Buffer.concat(chunks)
}

const callerAddress = (request: IncomingMessage, trustProxy: boolean): string => {
  const forwarded = request.headers['x-forwarded-for']
  const first = trustProxy && typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined
  return first || (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '')
}

const headOf = (
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
    sourceIp: callerAddress(incoming, trustProxy),
    isHostTrusted: trustProxy,
    now: now(),
  }
}

interface RequestOutcome {
  /** Undefined if no function took part in the response. */
  routeMatch: RouteMatch | undefined
  note: string | undefined
}

const serveRequest = async (
  deps: GatewayDeps,
  head: Omit<GatewayRequest, 'body'>,
  { incoming, response }: { readonly incoming: IncomingMessage; readonly response: ServerResponse },
  outcome: RequestOutcome,
  docs: ReturnType<typeof docsPages>,
): Promise<void> => {
  const { method, path, port, requestId } = head
  try {
    const request = { ...head, body: await readBody(incoming) }
    const { host = `127.0.0.1:${port}`, 'if-none-match': ifNoneMatch } = incoming.headers
    const { routeMatch } = outcome
    // The documents exist only locally, so a template's route for the same path takes precedence.
    const mayServeDocs = routeMatch === undefined || ['/{proxy+}', '$default'].includes(routeMatch.route.resource)
    const docsAnswer = mayServeDocs
      ? await docs({ method, path, host, ifNoneMatch, consoleUrl: deps.consoleUrl })
      : undefined
    if (docsAnswer) {
      outcome.routeMatch = undefined
      send(response, requestId, docsAnswer)
    } else if (routeMatch) outcome.note = await handleRoute(deps, request, routeMatch, response)
    else send(response, requestId, gatewayResponse(request, 'MISSING_AUTHENTICATION_TOKEN'))
  } catch (error) {
    const { fault, note } = faultOf(error)
    outcome.note = note
    // The rest of the body is not read: the connection closes after the response.
    response.setHeader('Connection', 'close')
    send(response, requestId, gatewayResponse({ ...head, body: Buffer.alloc(0) }, fault))
    incoming.unpipe()
    incoming.resume()
  }
}

const sendBlocked = (
  response: ServerResponse,
  { requestId, method, path, api }: Omit<GatewayRequest, 'body'>,
  { rule, status, headers, body }: FirewallReply,
  { log }: Pick<GatewayDeps, 'log'>,
): void => {
  response.setHeader('Connection', 'close')
  send(response, requestId, { status, headers, body: Buffer.from(body) })
  response.req.resume()
  log({ api: api.key, method, path, status, ms: 0, fn: undefined, requestId, note: `blocked by the web ACL: ${rule}` })
}

const IS_DOCUMENT = /^\/docs\/[\w-]+\.[\w.-]+$/

/** Sends a response of the front itself, without reading the body of the request. */
const sendFrontResponse = async (
  response: ServerResponse,
  receivedHead: Omit<GatewayRequest, 'body'>,
  answerOf: () => Promise<HttpResponse>,
  docs: ReturnType<typeof docsPages>,
): Promise<void> => {
  const { path, method } = receivedHead
  // The rest of a body is not read: the connection closes after the response.
  if (method !== 'GET' && method !== 'HEAD') response.setHeader('Connection', 'close')
  const ifNoneMatch = response.req.headers['if-none-match']
  const docsAnswer = IS_DOCUMENT.test(path)
    ? docs({ method, path, host: hostOf(receivedHead), ifNoneMatch })
    : undefined
  try {
    sendPlain(response, (await docsAnswer) ?? (await answerOf()))
  } catch (error) {
    sendPlain(response, { status: 502, headers: [['Content-Type', 'text/plain']], body: Buffer.from(String(error)) })
  }
  response.req.resume()
}

/** Serves one API of the templates on a separate loopback port, as API Gateway would. */
export const startGateway = async (deps: GatewayDeps) => {
  const { api, log } = deps
  const ownRouter = routerOf(api)
  const otherRouters = new Map((deps.front?.otherApis ?? []).map((each) => [each.key, routerOf(each)]))
  const docs = docsPages(deps.document ?? (async () => undefined))
  const noDocs: typeof docs = async () => undefined
  let port = deps.port
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    const receivedHead = headOf(incoming, deps, port)
    // Browsers use the clock of the service, which may be ahead of this machine's.
    response.setHeader('Date', new Date(receivedHead.now).toUTCString())
    const blocked = deps.firewall?.(receivedHead)
    if (blocked) return sendBlocked(response, receivedHead, blocked, deps)
    const frontResult = deps.front?.route(receivedHead) ?? { key: api.key }
    const outcome: RequestOutcome = { routeMatch: undefined, note: undefined }
    const { method, requestId } = receivedHead
    const logOnClose = (key: string, path: string) =>
      response.once('close', () => {
        const fn = outcome.routeMatch?.route.functionArn?.split(':').at(-1)
        const ms = performance.now() - started
        log({ api: key, method, path, status: response.statusCode, ms, fn, requestId, note: outcome.note })
        // While the server stops, idle keep-alive connections would delay the stop.
        if (!server.listening) setImmediate(() => server.closeIdleConnections())
      })
    if ('answer' in frontResult) {
      logOnClose('console', receivedHead.path)
      return sendFrontResponse(response, receivedHead, frontResult.answer, docs)
    }
    const { key, ...routed } = frontResult
    const router = otherRouters.get(key) ?? ownRouter
    const head = { ...receivedHead, ...routed, api: router.api }
    outcome.routeMatch = router.match(method, head.path)
    logOnClose(key, head.path)
    return serveRequest(deps, head, { incoming, response }, outcome, key === api.key ? docs : noDocs)
  }
  const serve: RequestListener = (incoming, response) => void handle(incoming, response)
  const server = createServer(serve)
  const url = await listen(server, deps.port, api.key)
  port ||= Number(new URL(url).port)
  return {
    api,
    url,
    serve,
    /** Accepts no more requests, waits up to `ms` for running ones, then aborts them. */
    stop: (ms: number) => stopServer(server, ms),
  }
}

const routerOf = (api: LocalApi) => {
  const [onlyRoute] = api.routes
  const matchOnlyRoute = (): RouteMatch | undefined => onlyRoute && { route: onlyRoute, params: {} }
  return { api, match: api.kind === 'url' ? matchOnlyRoute : gatewayRouter(api.routes) }
}

const stopServer = async (server: Server, ms: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const abortTimer = setTimeout(() => server.closeAllConnections(), ms)
  await closed
  clearTimeout(abortTimer)
}
