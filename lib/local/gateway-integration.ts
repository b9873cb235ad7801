import type { ServerResponse } from 'node:http'
import { FunctionError } from './aws/ports.ts'
import { authorize } from './gateway-authorizer.ts'
import { type GatewayRequest, headerOf, restEvent, urlEvent } from './gateway-event.ts'
import { MalformedReply, replyOf, streamHead } from './gateway-reply.ts'
import { type Answer, type GatewayFault, gatewayAnswer } from './gateway-response.ts'
import type { RouteMatch } from './gateway-router.ts'
import { storeBody } from './gateway-store.ts'
import { pipeStream, readPrelude } from './gateway-stream.ts'
import type { LambdaService } from './lambda-service.ts'
import type { S3PutIntegration } from './store-model.ts'

/** API Gateway accepts no larger request body, and no quota raises the limit. */
export const maxBodyBytes = 10 * 1024 * 1024

export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** Sends a response without the headers that API Gateway adds. */
export const sendPlain = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  const bodiless = status === 204 || status === 304
  if (!bodiless) response.setHeader('Content-Length', body.byteLength)
  response.end(bodiless || response.req.method === 'HEAD' ? undefined : body)
}

export const send = (response: ServerResponse, requestId: string, answered: Answer): void => {
  nameRequest(response, requestId)
  sendPlain(response, answered)
}

const nameRequest = (response: ServerResponse, requestId: string): void => {
  response.setHeader('x-amzn-RequestId', requestId)
  response.setHeader('x-amz-apigw-id', `${requestId.slice(0, 8)}=`)
}

const head = (response: ServerResponse, requestId: string, status: number, headers: Answer['headers']): void => {
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  nameRequest(response, requestId)
}

/** Errors of Lambda itself; all other errors come from the function. */
const faultsByType: Readonly<Record<string, GatewayFault>> = {
  RequestEntityTooLargeException: 'REQUEST_TOO_LARGE',
  TooManyRequestsException: 'THROTTLED',
}

/** Returns the gateway response for a failure, and a note for the log. */
export const faultOf = (error: unknown): { readonly fault: GatewayFault; readonly note: string } => {
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
    note: error instanceof MalformedReply ? `malformed response: ${error.message}` : note,
  }
}

const queueMs = 120_000

/**
 * Limits the time of an integration, counted from the start of the function. On this machine concurrent requests share
 * a few environments, whereas AWS starts one for each; waiting for one must not use up the function's time.
 */
const within = async <T>(ms: number, work: (begun: () => void) => Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = (what: string, after: number) =>
    setTimeout(() => reject(new TooLate(`no ${what} within ${after} ms`)), after)
  let timer = late('environment', queueMs)
  const begun = () => {
    clearTimeout(timer)
    timer = late("response, the integration's timeout,", ms)
  }
  try {
    return await Promise.race([work(begun), promise])
  } finally {
    clearTimeout(timer)
  }
}

export interface IntegrationDeps {
  readonly lambda: Pick<LambdaService, 'invokeText' | 'invokeStream'>
  readonly endpoint: string
  readonly originKey?: string | undefined
}

type Lambda = IntegrationDeps['lambda']

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
    () => body.destroy(new TooLate('the stream exceeded the integration timeout')),
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

const stored = async (
  { lambda, endpoint }: IntegrationDeps,
  request: GatewayRequest,
  match: RouteMatch,
  store: S3PutIntegration,
): Promise<{ readonly reply: Answer; readonly note: string | undefined }> => {
  const { authorizerArn, timeoutMs } = match.route
  const authorization = authorizerArn ? await authorize(lambda, request, match, authorizerArn) : { context: {} }
  if ('fault' in authorization) return { reply: gatewayAnswer(request, authorization.fault), note: authorization.note }
  const reply = await within(timeoutMs, async (begun) => {
    begun()
    return storeBody(store, request, authorization.context, endpoint)
  })
  return { reply, note: undefined }
}

/** Answers a request by its route. Returns a note for the log if the response is the gateway's own. */
export const answer = async (
  deps: IntegrationDeps,
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
  if (route.keyRequired && (deps.originKey === undefined || headerOf(request, 'x-api-key') !== deps.originKey)) {
    send(response, request.requestId, gatewayAnswer(request, 'INVALID_API_KEY'))
    return 'the request has no API key of a usage plan'
  }
  if (!route.permitted) {
    send(response, request.requestId, gatewayAnswer(request, 'API_CONFIGURATION_ERROR'))
    return `no Lambda::Permission lets API Gateway invoke the function of ${route.method} ${route.resource}`
  }
  try {
    if (route.store) {
      const { reply, note } = await stored(deps, request, match, route.store)
      send(response, request.requestId, reply)
      return note
    }
    const event = request.api.kind === 'url' ? urlEvent(request) : restEvent(request, match)
    if (route.stream) await streamed(deps.lambda, request, match, event, response)
    else {
      const text = await within(route.timeoutMs, (begun) =>
        deps.lambda.invokeText(route.functionArn ?? '', event, begun),
      )
      send(response, request.requestId, replyOf(request, text))
    }
    return undefined
  } catch (error) {
    if (response.destroyed && !response.writableEnded) return 'client disconnected'
    const { fault, note } = faultOf(error)
    if (response.headersSent) response.destroy()
    else send(response, request.requestId, gatewayAnswer(request, fault))
    return note
  }
}
