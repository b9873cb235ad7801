import { createHash, timingSafeEqual } from 'node:crypto'
import type { Incoming, LambdaEvent, Outgoing } from '@signet/contracts/http'
import type { SecretSource } from '../secret.ts'

/**
 * The headers of the edge (lib/stacks/edge-stack.ts). The edge identifies itself by an API key of API Gateway, which
 * rejects other requests without charging for them. It therefore passes the caller's own key under another name.
 */
export const EDGE_HEADERS = {
  key: 'x-api-key',
  callerKey: 'x-caller-api-key',
  /** The caller's address, without a port. */
  address: 'x-viewer-address',
  host: 'x-forwarded-host',
  /** The prefix that the edge removed from the path: `/_api/images`, or empty. */
  prefix: 'x-forwarded-prefix',
} as const

export interface Edge {
  /** True if only the edge may call. While an edge is being created, direct requests are still served. */
  readonly isClosed: boolean
  readonly key?: SecretSource | undefined
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Checks that a request has the edge's key, from the edge or a sibling, so that its headers are trusted. API Gateway
 * names the key if the route requires one. @throws any error of reading the key
 */
export const hasOriginKey = async (event: LambdaEvent, { headers }: Incoming, { key }: Edge): Promise<boolean> => {
  const { identity } = event.requestContext as { readonly identity?: { readonly apiKeyId?: string | null } }
  if (key === undefined) return (identity?.apiKeyId ?? null) !== null
  const presentedKey = headers[EDGE_HEADERS.key]
  return presentedKey !== undefined && timingSafeEqual(digestOf(presentedKey), digestOf(await key()))
}

export const withCallerKey = (incoming: Incoming): Incoming => {
  const { [EDGE_HEADERS.key]: _, [EDGE_HEADERS.callerKey]: callerKey, ...headers } = incoming.headers
  return { ...incoming, headers: { ...headers, ...(callerKey === undefined ? {} : { [EDGE_HEADERS.key]: callerKey }) } }
}

/**
 * Removes the edge's key from a direct request that has a credential in `Authorization`, before its API is closed.
 * Siblings already send the edge's key in addition to their signature. It is not the caller's API key.
 */
export const withoutEdgeKey = (incoming: Incoming): Incoming => {
  const { [EDGE_HEADERS.key]: _, ...headers } = incoming.headers
  return incoming.headers.authorization === undefined ? incoming : { ...incoming, headers }
}

/** Returns the base of URLs in answers, as the caller reached the edge; undefined for a sibling, which bypasses it. */
export const baseUrlAtEdge = (headers: Incoming['headers']): string | undefined => {
  const { [EDGE_HEADERS.host]: host, [EDGE_HEADERS.prefix]: prefix = '' } = headers
  return host === undefined ? undefined : `${headers['x-forwarded-proto'] ?? 'https'}://${host}${prefix}`
}

/** The answer to a direct request to a function that only the edge may call. */
export const EDGE_ONLY_ANSWER: Outgoing = {
  status: 403,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({
    error: 'This address accepts only requests from the edge; use the public address of the service',
    code: 'forbidden',
  }),
}
