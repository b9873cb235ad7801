import { reply } from '@signet/contracts'
import { ALL_SCOPES } from '@signet/identity/oauth'
import type { TokenIssuer } from '@signet/identity/oauth/tokens'
import { type Route, route } from '@signet/kernel'
import { resourceReply } from '@signet/mcp/agents'
import { getAuthorizationServer, getProtectedResource, getSigningKeys } from '../contract/oauth.ts'
import type { Audience } from './audiences.ts'

export interface MetadataDeps {
  readonly tokens: Pick<TokenIssuer, 'keys'>
  readonly announced: (baseUrl: string) => Promise<readonly Audience[]>
}

const MINUTES = 5
const open = { 'access-control-allow-origin': '*' as const, 'cache-control': `public, max-age=${MINUTES * 60}` }

/** Metadata of the authorization server and its keys (RFC 9728, RFC 8414, RFC 7517). */
export const metadataRoutes = ({ tokens, announced }: MetadataDeps): Route[] => [
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
      open,
    ),
  ),
  route(getSigningKeys, async () => reply(200, { keys: [...(await tokens.keys()).keys] }, open)),
]
