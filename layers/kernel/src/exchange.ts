import type { Endpoint } from '@signet/contracts'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import type { Authenticator } from './authentication.ts'
import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Route } from './route.ts'

/** What travels through the pipeline of one request; each stage fills in its part. */
export interface Exchange {
  readonly event: APIGatewayProxyEvent
  readonly context: Context
  readonly startedAt: number
  readonly requestId: string
  /** Lower-case names; a header sent twice is joined by the gateway. */
  readonly headers: Readonly<Record<string, string>>
  readonly log: Log
  readonly replyHeaders: Record<string, string>
  route?: Route
  params: Readonly<Record<string, string>>
  caller?: Caller | undefined
  body?: unknown
  input?: unknown
}

/** What the pipeline of an API function needs besides its routes. */
export interface ServeDeps {
  readonly authenticate: Authenticator
  /** Refuses a caller that is over a limit; may return headers for the answer (draft-ietf-httpapi-ratelimit-headers). */
  readonly limit?: (caller: Caller | undefined, endpoint: Endpoint) => Promise<Record<string, string>>
  /** Named authorities of contracts (`policy:name`): return to allow, throw a Refusal to deny. */
  readonly policies?: Readonly<Record<string, (caller: Caller | undefined) => void>>
  readonly log: Log
  readonly metrics: Metrics
  readonly now: Clock
}

const lowerCaseHeaders = ({ headers, httpMethod }: APIGatewayProxyEvent): Record<string, string> => {
  const sent = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), value] as const],
  )
  // HEAD is served as GET, but only GET knows ranges (RFC 9110 14.2).
  return Object.fromEntries(sent.filter(([name]) => httpMethod === 'GET' || name !== 'range'))
}

/** The exchange of an event, before any stage: headers by their lower-case names, a log with the request id. */
export const openExchange = (event: APIGatewayProxyEvent, context: Context, deps: ServeDeps): Exchange => {
  const { requestId } = event.requestContext
  return {
    event,
    context,
    startedAt: deps.now().getTime(),
    requestId,
    headers: lowerCaseHeaders(event),
    log: deps.log.with({ request_id: requestId }),
    replyHeaders: { 'x-request-id': requestId },
    params: {},
  }
}

/** Scheme, host and stage path that the client used; behind a custom domain the stage is not part of the path. */
export const baseUrlOf = ({ event, headers }: Exchange): string => {
  const { stage, path = '', domainName } = event.requestContext
  const prefix = path.startsWith(`/${stage}/`) && !event.path.startsWith(`/${stage}/`) ? `/${stage}` : ''
  return `${headers['x-forwarded-proto'] ?? 'https'}://${headers.host ?? domainName}${prefix}`
}
