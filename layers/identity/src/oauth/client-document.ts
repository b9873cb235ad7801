import { BlockedUrl, type Clock, type GuardedFetch, type GuardedResponse } from '@signet/kernel'
import * as z from 'zod'
import type { Client } from './client.ts'
import { usableRedirects } from './redirect-uris.ts'

/** Larger documents are refused (draft-ietf-oauth-client-id-metadata-document, security considerations). */
const BYTES_MAX = 5 * 1024
/** A user waits for the response, so a slow host must not delay the page further. */
const TIMEOUT_MS = 2_000
const ID_MAX = 500
const NAME_MAX = 100

const CACHE_SECONDS = { min: 60, max: 86_400, fallback: 3_600 }

const Document = z.looseObject({
  client_id: z.string(),
  client_name: z.string().optional(),
  client_uri: z.string().optional(),
  redirect_uris: z.array(z.string()).min(1),
  token_endpoint_auth_method: z.string().optional(),
  client_secret: z.never().optional(),
})

export class BadClientDocument extends Error {
  override readonly name = 'BadClientDocument'
}

export interface DocumentSource {
  readonly fetch: GuardedFetch
  readonly now: Clock
  /** Accepts documents on loopback addresses; only for tests and the local runner. */
  readonly allowsLoopback: boolean
}

const isPlainId = (id: string): boolean => id.length <= ID_MAX && /^[!-~]+$/.test(id) && !/[\\#]/.test(id)

/**
 * Returns whether a client ID is the URL of a metadata document: https, a path without dot segments, no user and no
 * fragment, in normalized spelling.
 */
export const isDocumentId = (id: string, allowsLoopback = false): boolean => {
  const url = URL.parse(id)
  if (!url || !isPlainId(id) || url.username || url.password || url.href !== id || url.pathname === '/') return false
  return url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:' && url.hostname === '127.0.0.1')
}

const cacheSeconds = ({ headers }: GuardedResponse): number => {
  const control = headers['cache-control'] ?? ''
  if (/\bno-(?:store|cache)\b/i.test(control)) return CACHE_SECONDS.min
  const age = Number(/\bmax-age=(\d{1,9})/i.exec(control)?.[1] ?? CACHE_SECONDS.fallback)
  return Math.min(Math.max(age, CACHE_SECONDS.min), CACHE_SECONDS.max)
}

/**
 * Returns the home page if it is on the domain of the document, because only the owner of the domain can have set it.
 */
const homeOf = (id: string, uri: string | undefined): { home?: string } => {
  const url = uri === undefined ? undefined : URL.parse(uri)
  return url && url.protocol === 'https:' && url.host === URL.parse(id)?.host ? { home: url.href } : {}
}

const parseDocument = (id: string, body: Buffer): Client => {
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw new BadClientDocument('is not JSON')
  }
  const document = Document.safeParse(json)
  if (!document.success) throw new BadClientDocument('lacks client_id or redirect_uris, or contains a secret')
  const { client_id, client_name, client_uri, redirect_uris, token_endpoint_auth_method: method } = document.data
  if (client_id !== id) throw new BadClientDocument('has a client_id that differs from its URL')
  if (method?.startsWith('client_secret'))
    throw new BadClientDocument('requires a client secret, which clients with a metadata document cannot have')
  const redirectUris = usableRedirects(redirect_uris)
  if (redirectUris.length === 0) throw new BadClientDocument('contains no allowed redirect URI')
  const name = client_name === undefined ? {} : { name: client_name.slice(0, NAME_MAX) }
  return { clientId: id, kind: 'document', redirectUris, ...name, ...homeOf(id, client_uri) }
}

/**
 * Fetches the metadata document of a client: without access to internal networks, without redirects, status 200 only,
 * at most 5 KiB in two seconds.
 * @throws BadClientDocument if it is unavailable or invalid.
 */
export const fetchClientDocument = async (
  { fetch, now, allowsLoopback }: DocumentSource,
  id: string,
): Promise<{ readonly client: Client; readonly until: Date }> => {
  const allowAddresses = allowsLoopback ? ['127.0.0.1'] : []
  let response: GuardedResponse
  try {
    const headers = { accept: 'application/json', 'user-agent': 'signet-authorization-server' }
    response = await fetch(id, { headers, timeoutMs: TIMEOUT_MS, maxBytes: BYTES_MAX, allowAddresses })
  } catch (cause) {
    throw new BadClientDocument(cause instanceof BlockedUrl ? cause.message : 'could not be fetched', { cause })
  }
  if (response.status !== 200) throw new BadClientDocument(`returned status ${response.status} instead of 200`)
  const client = parseDocument(id, response.body)
  return { client, until: new Date(now().getTime() + cacheSeconds(response) * 1000) }
}
