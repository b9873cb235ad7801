import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import middy, { type Request } from '@middy/core'
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { type Exchange, openExchange, type ServeDeps } from './exchange.ts'
import { bufferedResult, errorReply, recordRequest, streamedResult } from './reply.ts'
import type { AnyReply, Route } from './route.ts'
import { authentication, limits, parsing, routing, running, type Stage, validation } from './stages.ts'
import { streamingRuntime } from './streaming.ts'

type Send<Result> = (reply: AnyReply, exchange: Exchange) => Result

/**
 * The pipeline of an API function: route, authenticate, limit, parse, validate, run, reply. Stages hand one Exchange
 * on as middy's event. Nothing is thrown to Lambda: a refusal is answered in our error shape, a fault as a bare 500.
 */
const pipeline = <Result>(routes: readonly Route[], deps: ServeDeps, send: Send<Result>, streaming: boolean) => {
  const opened = new WeakMap<object, Exchange>()
  const stage = (run: Stage) => (request: Request) => run(request.event as Exchange)
  const finish = (exchange: Exchange, reply: AnyReply): Result => {
    recordRequest(exchange, reply.status, deps)
    return send(reply, exchange)
  }
  const app = middy(streaming ? { executionMode: executionModeStreamifyResponse } : {})
  app.before((request: Request) => {
    const exchange = openExchange(request.event as APIGatewayProxyEvent, request.context as Context, deps)
    opened.set(request, exchange)
    request.event = exchange
  })
  for (const step of [routing(routes), authentication(deps), limits(deps), parsing, validation]) app.before(stage(step))
  app.after((request: Request) => {
    request.response = finish(request.event as Exchange, request.response as AnyReply)
  })
  app.onError((request: Request) => {
    const exchange = opened.get(request)
    if (exchange) request.response = finish(exchange, errorReply(request.error, exchange))
  })
  return app.handler(((exchange: Exchange) => running(exchange)) as never)
}

/** The Lambda handler of an API function behind a REST API (proxy integration, buffered). */
export const serve = (routes: readonly Route[], deps: ServeDeps) => pipeline(routes, deps, bufferedResult, false)

/** Emulators without response streaming get the same answer whole, base64 encoded. */
const bufferStream: Send<Promise<unknown>> = async (reply, exchange) =>
  bufferedResult(
    reply.body instanceof Readable ? { ...reply, body: new Uint8Array(await buffer(reply.body)) } : reply,
    exchange,
  )

/** The Lambda handler of a function behind a streaming integration (ResponseTransferMode STREAM). */
export const serveStream = (routes: readonly Route[], deps: ServeDeps) =>
  streamingRuntime() ? pipeline(routes, deps, streamedResult, true) : pipeline(routes, deps, bufferStream, false)
