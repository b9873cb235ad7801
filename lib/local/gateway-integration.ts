import type { ServerResponse } from 'node:http'
import { FunctionError } from './aws/ports.ts'
import { authorize } from './gateway-authorizer.ts'
import { type GatewayRequest, headerOf, restEvent, urlEvent } from './gateway-event.ts'
import { MalformedReply, replyOf, streamHead } from './gateway-reply.ts'
import { type GatewayFault, gatewayResponse, type HttpResponse } from './gateway-response.ts'
import type { RouteMatch } from './gateway-router.ts'
import { storeBody } from './gateway-store.ts'
import { pipeStream, readPrelude } from './gateway-stream.ts'
import type { LambdaService } from './lambda-service.ts'
import type { S3PutIntegration } from './store-model.ts'

/** API Gateway accepts no larger request body, and no quota raises the limit. */
export const maxBodyBytes = 10 * 1024 * 1024

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

class IntegrationTimeoutError extends Error {
  override readonly name = 'IntegrationTimeoutError'
}

/** Sends a response without the headers that API Gateway adds. */
export const sendPlain = (response: ServerResponse, { status, headers, body }: HttpResponse): void => {
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  const bodiless = status === 204 || status === 304
  if (!bodiless) response.setHeader('Content-Length', body.byteLength)
  response.end(bodiless || response.req.method === 'HEAD' ? undefined : body)
}

export const send = (response: ServerResponse, requestId: string, reply: HttpResponse): void => {
  setRequestIds(response, requestId)
  sendPlain(response, reply)
}

const setRequestIds = (response: ServerResponse, requestId: string): void => {
  response.setHeader('x-amzn-RequestId', requestId)
  response.setHeader('x-amz-apigw-id', `${requestId.slice(0, 8)}=`)
}

const startResponse = (
  response: ServerResponse,
  requestId: string,
  status: number,
  headers: HttpResponse['headers'],
): void => {
  response.statusCode = status
  for (const [name, value] of headers) response.appendHeader(name, value)
  setRequestIds(response, requestId)
}

/** Errors of Lambda itself; all other errors come from the function. */
const faultsByType: Readonly<Record<string, GatewayFault>> = {
  RequestEntityTooLargeException: 'REQUEST_TOO_LARGE',
  TooManyRequestsException: 'THROTTLED',
}

/** Returns the gateway response for a failure, and a note for the log. */
export const faultOf = (error: unknown): { readonly fault: GatewayFault; readonly note: string } => {
  const note = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  if (error instanceof BodyTooLargeError)
    return { fault: 'REQUEST_TOO_LARGE', note: `body larger than ${maxBodyBytes} bytes` }
  if (error instanceof IntegrationTimeoutError) return { fault: 'INTEGRATION_TIMEOUT', note: error.message }
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

const MAX_QUEUE_MS = 120_000

/**
 * Limits the time of an integration, counted from the start of the function. On this machine concurrent requests share
 * a few environments, whereas AWS starts one for each; waiting for one must not use up the function's time.
 */
const withTimeout = async <T>(ms: number, work: (onStart: () => void) => Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const startTimer = (subject: string, timeoutMs: number) =>
    setTimeout(() => reject(new IntegrationTimeoutError(`no ${subject} within ${timeoutMs} ms`)), timeoutMs)
  let timer = startTimer('environment', MAX_QUEUE_MS)
  const onStart = () => {
    clearTimeout(timer)
    timer = startTimer("response, the integration's timeout,", ms)
  }
  try {
    return await Promise.race([work(onStart), promise])
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

const streamReply = async (
  lambda: Lambda,
  request: GatewayRequest,
  match: RouteMatch,
  event: string,
  response: ServerResponse,
) => {
  const { body, contentType } = lambda.invokeStream(match.route.functionArn ?? '', event)
  body.on('error', () => {})
  response.once('close', () => body.destroy())
  const timeout = setTimeout(
    () => body.destroy(new IntegrationTimeoutError('the stream exceeded the integration timeout')),
    match.route.timeoutMs,
  )
  try {
    const hasPrelude = request.api.kind === 'rest' || (await contentType) !== undefined
    const start = hasPrelude ? await readPrelude(body) : undefined
    const { status, headers } = start
      ? streamHead(request.api, start.prelude)
      : { status: 200, headers: [['Content-Type', 'application/octet-stream']] as const }
    startResponse(response, request.requestId, status, headers)
    await pipeStream(start?.rest ?? Buffer.alloc(0), body, response)
  } finally {
    clearTimeout(timeout)
    body.destroy()
  }
}

const storeInS3 = async (
  { lambda, endpoint }: IntegrationDeps,
  request: GatewayRequest,
  match: RouteMatch,
  store: S3PutIntegration,
): Promise<{ readonly reply: HttpResponse; readonly note: string | undefined }> => {
  const { authorizerArn, timeoutMs } = match.route
  const authorization = authorizerArn ? await authorize(lambda, request, match, authorizerArn) : { context: {} }
  if ('fault' in authorization)
    return { reply: gatewayResponse(request, authorization.fault), note: authorization.note }
  const reply = await withTimeout(timeoutMs, async (onStart) => {
    onStart()
    return storeBody(store, request, authorization.context, endpoint)
  })
  return { reply, note: undefined }
}

/** Answers a request by its route. Returns a note for the log if the response is the gateway's own. */
export const handleRoute = async (
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
    send(response, request.requestId, gatewayResponse(request, 'INVALID_API_KEY'))
    return 'the request has no API key of a usage plan'
  }
  if (!route.permitted) {
    send(response, request.requestId, gatewayResponse(request, 'API_CONFIGURATION_ERROR'))
    return `no Lambda::Permission lets API Gateway invoke the function of ${route.method} ${route.resource}`
  }
  try {
    if (route.store) {
      const { reply, note } = await storeInS3(deps, request, match, route.store)
      send(response, request.requestId, reply)
      return note
    }
    const event = request.api.kind === 'url' ? urlEvent(request) : restEvent(request, match)
    if (route.stream) await streamReply(deps.lambda, request, match, event, response)
    else {
      const text = await withTimeout(route.timeoutMs, (onStart) =>
        deps.lambda.invokeText(route.functionArn ?? '', event, onStart),
      )
      send(response, request.requestId, replyOf(request, text))
    }
    return undefined
  } catch (error) {
    if (response.destroyed && !response.writableEnded) return 'client disconnected'
    const { fault, note } = faultOf(error)
    if (response.headersSent) response.destroy()
    else send(response, request.requestId, gatewayResponse(request, fault))
    return note
  }
}
