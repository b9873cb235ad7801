import type { Incoming, Outgoing } from '@signet/contracts/http'
import { preflightAnswer } from '@signet/kernel'

/** The hosts and pages that may call the endpoint (MCP, Streamable HTTP, Security Warning: DNS rebinding). */
export interface AllowedCallers {
  /** Public scheme and host of the endpoint; undefined: the host of the request, which the gateway has checked. */
  readonly publicUrl: string | undefined
  /** true: runs locally, where no gateway checks the host. Only loopback addresses are then allowed. */
  readonly isLocal: boolean
  readonly origins: readonly string[]
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

const jsonReply = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Outgoing => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})

/**
 * Builds a JSON-RPC error without a request ID, for refusals before the message is read. Codes: -32700 invalid JSON,
 * -32600 invalid request, -32601 unknown method, -32000 any other refusal (JSON-RPC 2.0, 5.1).
 */
export const rpcRefusal = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Outgoing => jsonReply(status, { jsonrpc: '2.0', error: { code, message }, id: null }, headers)

const hostnameOf = (url: string): string => URL.parse(url)?.hostname ?? ''

const isLoopback = (url: string): boolean => LOOPBACK.includes(hostnameOf(url))

const isForeignHost = ({ headers }: Incoming, { publicUrl, isLocal }: AllowedCallers): boolean => {
  const host = `http://${headers.host ?? ''}`
  if (isLocal) return !isLoopback(host)
  return publicUrl !== undefined && hostnameOf(host) !== hostnameOf(publicUrl)
}

const isForeignOrigin = (origin: string, address: string, { isLocal, origins }: AllowedCallers): boolean => {
  if (origins.includes('*') || origins.includes(origin) || origin === address) return false
  return !(isLocal && isLoopback(origin))
}

const READABLE_HEADERS = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Mcp-Session-Id'

export const pageHeaders = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? {}
    : { 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE_HEADERS, vary: 'Origin' }

/**
 * Returns the response to a request that is not a message: refuses foreign hosts and origins, answers preflights, and
 * refuses methods other than POST, because there are no sessions. Undefined for a message.
 */
export const gateReply = (
  incoming: Incoming,
  address: string,
  allowedCallers: AllowedCallers,
): Outgoing | undefined => {
  const { origin } = incoming.headers
  if (isForeignHost(incoming, allowedCallers)) return rpcRefusal(403, -32_000, 'The Host header names another server')
  if (origin !== undefined && isForeignOrigin(origin, address, allowedCallers)) {
    return rpcRefusal(403, -32_000, 'Requests from this origin are not allowed: see the Origin header')
  }
  const preflight = preflightAnswer(incoming)
  if (preflight) return { ...preflight, headers: { ...preflight.headers, ...pageHeaders(origin) } }
  if (incoming.method === 'POST') return undefined
  return rpcRefusal(405, -32_000, 'Method not allowed: send messages with POST', { allow: 'POST' })
}
