import { createHash, timingSafeEqual } from 'node:crypto'
import type { Incoming, LambdaEvent, Outgoing } from '@signet/contracts/http'
import type { SecretSource } from '../secret.ts'

/**
 * The headers of the edge (lib/stacks/edge-stack.ts). It shows itself by an API key of API Gateway, which refuses other
 * requests without charging for them, and so tells the caller's own key by another name.
 */
export const EDGE_HEADERS = {
  key: 'x-api-key',
  callerKey: 'x-caller-api-key',
  /** The caller's address, without a port. */
  address: 'x-viewer-address',
  host: 'x-forwarded-host',
  /** What the edge took off the start of the path: `/_api/images`, or empty. */
  prefix: 'x-forwarded-prefix',
} as const

export interface Edge {
  /** Whether nothing else may call. While an edge is being made, what does not come through it is served as ever. */
  readonly isClosed: boolean
  readonly key?: SecretSource | undefined
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether a request came with the key, through the edge or from a sibling: its headers are then no caller's. API Gateway names
 * the key of a request where its route asks for one. @throws whatever reading the key throws
 */
export const hasOriginKey = async (event: LambdaEvent, { headers }: Incoming, { key }: Edge): Promise<boolean> => {
  const { identity } = event.requestContext as { readonly identity?: { readonly apiKeyId?: string | null } }
  if (key === undefined) return (identity?.apiKeyId ?? null) !== null
  const shown = headers[EDGE_HEADERS.key]
  return shown !== undefined && timingSafeEqual(digestOf(shown), digestOf(await key()))
}

export const asSentToEdge = (incoming: Incoming): Incoming => {
  const { [EDGE_HEADERS.key]: _, [EDGE_HEADERS.callerKey]: callerKey, ...headers } = incoming.headers
  return { ...incoming, headers: { ...headers, ...(callerKey === undefined ? {} : { [EDGE_HEADERS.key]: callerKey }) } }
}

/**
 * The request as it came past the edge, before its API is closed: siblings show the key already, which is no caller's, beside
 * their signature.
 */
export const asSentPastEdge = (incoming: Incoming): Incoming => {
  const { [EDGE_HEADERS.key]: _, ...headers } = incoming.headers
  return incoming.headers.authorization === undefined ? incoming : { ...incoming, headers }
}

/** The base of addresses in answers, as the caller reached the edge; undefined for a sibling, which passes it by. */
export const baseUrlAtEdge = (headers: Incoming['headers']): string | undefined => {
  const { [EDGE_HEADERS.host]: host, [EDGE_HEADERS.prefix]: prefix = '' } = headers
  return host === undefined ? undefined : `${headers['x-forwarded-proto'] ?? 'https'}://${host}${prefix}`
}

/** The answer to who knows the address of a function that only the edge may call. */
export const PAST_THE_EDGE: Outgoing = {
  status: 403,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({
    error: 'This address takes requests of the edge only; use the public address of the service',
    code: 'forbidden',
  }),
}
