import { type LambdaEvent, pathOfEvent } from '@signet/contracts/http'
import type { Context } from 'aws-lambda'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { type OpenSpan, openSpan } from '../span.ts'
import { parentOf, traceIdOf } from '../trace.ts'
import { baseUrlAtEdge, EDGE_HEADERS } from './edge.ts'

/** A request as it arrives from Lambda: of a REST API (payload 1.0) or of a function URL (payload 2.0). */
export interface Arrival {
  readonly event: LambdaEvent
  readonly context: Context
  readonly requestId: string
  readonly traceId: string
  readonly span: OpenSpan
  readonly log: Log
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Time at which the gateway received the request, by the gateway's clock. The gateway times out 29 seconds later. */
  readonly receivedAt: Date
  /** Client address, as the outermost trusted proxy saw it. */
  readonly sourceIp: string
  /** Scheme and host that the client used, with the stage path: the base of URLs in answers. */
  readonly baseUrl: string
}

export interface ArrivalOptions {
  readonly log: Log
  readonly now: Clock
  /** The public address of the service if a proxy such as CloudFront precedes the gateway. */
  readonly publicUrl?: string | undefined
  /** The header in which only that proxy states the client's address (`cloudfront-viewer-address`). */
  readonly clientAddressHeader?: string | undefined
  /** True if the edge precedes the gateway: its headers contain the client's address and the public one. */
  readonly isBehindEdge?: boolean | undefined
}

interface GatewayEvent {
  readonly requestContext: {
    readonly requestTimeEpoch?: number
    readonly timeEpoch?: number
    readonly path?: string
    readonly domainName?: string
    readonly identity?: { readonly sourceIp?: string }
    readonly http?: { readonly sourceIp?: string }
  }
}

type Headers = Readonly<Record<string, string>>

/**
 * Returns scheme, host and the prefix of the API's path: the stage, or the base path of a custom domain. The host is
 * the gateway's, because the client may send any Host header.
 */
const baseUrlOf = (event: LambdaEvent, headers: Headers): string => {
  const { path = '', domainName } = (event as GatewayEvent).requestContext
  const apiPath = pathOfEvent(event)
  const prefix = path.endsWith(apiPath) ? path.slice(0, path.length - apiPath.length) : ''
  return `${headers['x-forwarded-proto'] ?? 'https'}://${domainName ?? headers.host}${prefix}`
}

/** CloudFront writes `address:port`, IPv6 without brackets. */
const withoutPort = (address: string): string => address.replace(/:\d+$/, '')

export const arrivalOf = (
  event: LambdaEvent,
  context: Context,
  headers: Headers,
  { log, now, publicUrl, clientAddressHeader, isBehindEdge = false }: ArrivalOptions,
): Arrival => {
  const { requestContext } = event as GatewayEvent
  const { requestId } = event.requestContext
  const startedAt = now().getTime()
  const gatewayIp = requestContext.identity?.sourceIp ?? requestContext.http?.sourceIp ?? '0.0.0.0'
  const header = isBehindEdge ? EDGE_HEADERS.address : clientAddressHeader
  const statedAddress = header === undefined ? undefined : headers[header]
  // A gateway with a faster clock cannot have received the request later than the function did.
  const receivedAt = Math.min(requestContext.requestTimeEpoch ?? requestContext.timeEpoch ?? startedAt, startedAt)
  return {
    event,
    context,
    requestId,
    traceId: traceIdOf(headers, requestId),
    span: openSpan('server', parentOf(headers.traceparent)),
    log,
    startedAt,
    receivedAt: new Date(receivedAt),
    sourceIp: statedAddress === undefined ? gatewayIp : isBehindEdge ? statedAddress : withoutPort(statedAddress),
    baseUrl: publicUrl ?? (isBehindEdge ? baseUrlAtEdge(headers) : undefined) ?? baseUrlOf(event, headers),
  }
}
