import { reply } from '@signet/contracts'
import {
  ALL_SCOPES,
  type Clients,
  clients,
  grantTable,
  issuerKeysTable,
  redeemCode,
  requestTable,
  resourceTable,
  usableRedirects,
} from '@signet/identity/oauth'
import { type TokenIssuer, tokenIssuer } from '@signet/identity/oauth/tokens'
import { type ApiRuntime, epochSeconds, type GuardedFetch, managedSecret, type Route, route } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import { resourceReply } from '@signet/mcp/agents'
import type { access } from '../contract/access.ts'
import { getAuthorizationServer, getProtectedResource, getSigningKeys, registerClient } from '../contract/oauth.ts'
import { type Audience, audiencesOf } from './audiences.ts'
import { authorizeRoute } from './authorize-route.ts'
import { oauthRefusal } from './oauth-refusal.ts'
import { tokenRoute } from './token-route.ts'

const NAME_MAX = 100

/** Returns the home page of a client to store, only if it is an https URL. It is unverified and never shown. */
const homeOf = (uri: string | null | undefined): { home?: string } =>
  uri && URL.parse(uri)?.protocol === 'https:' ? { home: uri } : {}

/**
 * Registers public clients (RFC 7591). Absent fields are omitted from the response, because strict clients reject null.
 */
const registerRoute = ({ clients }: { readonly clients: Pick<Clients, 'register'> }) =>
  route(registerClient, async ({ body: { redirect_uris, client_name, client_uri } }) => {
    const redirectUris = usableRedirects(redirect_uris)
    if (redirectUris.length === 0) {
      const allowed =
        'use https, http with 127.0.0.1, [::1] or localhost, or the scheme of a known app, without a fragment'
      return oauthRefusal('invalid_redirect_uri', `None of the redirect URIs is allowed: ${allowed}`)
    }
    const name = client_name?.trim() ? { name: client_name.trim().slice(0, NAME_MAX) } : {}
    const { client, registeredAt } = await clients.register({ redirectUris, ...name, ...homeOf(client_uri) })
    const registration = {
      client_id: client.clientId,
      client_id_issued_at: epochSeconds(registeredAt),
      redirect_uris: [...client.redirectUris],
      ...(client.name === undefined ? {} : { client_name: client.name }),
      ...(client.home === undefined ? {} : { client_uri: client.home }),
      grant_types: ['authorization_code' as const],
      response_types: ['code' as const],
      token_endpoint_auth_method: 'none' as const,
      scope: ALL_SCOPES.join(' '),
    }
    return reply(201, registration, { 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  })

interface MetadataDeps {
  readonly tokens: Pick<TokenIssuer, 'keys'>
  readonly announcedAudiences: (baseUrl: string) => Promise<readonly Audience[]>
}

const CACHE_MINUTES = 5
const publicHeaders = {
  'access-control-allow-origin': '*' as const,
  'cache-control': `public, max-age=${CACHE_MINUTES * 60}`,
}

/** Protected resource metadata, authorization server metadata and signing keys (RFC 9728, RFC 8414, RFC 7517). */
const metadataRoutes = ({ tokens, announcedAudiences: announced }: MetadataDeps): Route[] => [
  route(getProtectedResource, async ({ baseUrl }) =>
    resourceReply({ resource: baseUrl, issuer: baseUrl, kind: 'images', name: 'Signet image tools' }),
  ),
  route(getAuthorizationServer, async ({ baseUrl }) =>
    reply(
      200,
      {
        issuer: baseUrl,
        authorization_endpoint: `${baseUrl}/authorize`,
        token_endpoint: `${baseUrl}/token`,
        registration_endpoint: `${baseUrl}/register`,
        jwks_uri: `${baseUrl}/.well-known/jwks.json`,
        scopes_supported: [...ALL_SCOPES],
        response_types_supported: ['code' as const],
        response_modes_supported: ['query' as const],
        grant_types_supported: ['authorization_code' as const],
        token_endpoint_auth_methods_supported: ['none' as const],
        code_challenge_methods_supported: ['S256' as const],
        authorization_response_iss_parameter_supported: true as const,
        client_id_metadata_document_supported: true as const,
        protected_resources: (await announced(baseUrl)).map(({ address }) => address),
      },
      publicHeaders,
    ),
  ),
  route(getSigningKeys, async () => reply(200, { keys: [...(await tokens.keys()).keys] }, publicHeaders)),
]

/** Loads the guarded HTTP client only when a metadata document is fetched, so that other requests start faster. */
const fetchDocument: GuardedFetch = async (url, request) =>
  (await import('@signet/kernel/guarded-fetch')).guardedFetch(url, request)

/** Creates the routes of the authorization server (spec image-service 5). */
export const oauthRoutes = (runtime: ApiRuntime<typeof access.server>): Route[] => {
  const { env, now, secrets } = runtime
  const tables = { ...runtime, allowances: allowanceTable(runtime) }
  const resources = resourceTable(runtime)
  const deps = {
    clients: clients({ ...runtime, fetch: fetchDocument, allowsLoopback: env.WEBHOOK_LOOPBACK === 'allowed' }),
    requests: requestTable(runtime),
    redeem: redeemCode({ ...tables, grants: grantTable(tables) }),
    tokens: tokenIssuer({
      ...runtime,
      secret: managedSecret({ client: secrets, id: env.AGENT_TOKENS_SECRET, now }),
      table: issuerKeysTable(runtime),
    }),
    audiences: audiencesOf({ images: env.IMAGES_PUBLIC_URL, resources }),
    // Metadata is served even if the table of registered resource servers cannot be read.
    announcedAudiences: audiencesOf({
      images: env.IMAGES_PUBLIC_URL,
      resources: { read: (kind) => resources.read(kind).catch(() => []) },
    }),
    platform: env.PLATFORM_PUBLIC_URL.replace(/\/$/, ''),
  }
  return [...metadataRoutes(deps), registerRoute(deps), authorizeRoute(deps), tokenRoute(deps)]
}
