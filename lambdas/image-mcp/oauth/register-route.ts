import { reply } from '@signet/contracts'
import { ALL_SCOPES, type Clients, usableRedirects } from '@signet/identity/oauth'
import { epochSeconds, route } from '@signet/kernel'
import { registerClient } from '../contract/oauth.ts'
import { oauthRefusal } from './oauth-refusal.ts'

const NAME_MAX = 100

/** Only a web page is worth storing; it is unverified and never shown. */
const homeOf = (uri: string | null | undefined): { home?: string } =>
  uri && URL.parse(uri)?.protocol === 'https:' ? { home: uri } : {}

/** Registers public clients (RFC 7591). Absent members stay absent, because strict clients reject null. */
export const registerRoute = ({ clients }: { readonly clients: Pick<Clients, 'register'> }) =>
  route(registerClient, async ({ body: { redirect_uris, client_name, client_uri } }) => {
    const redirectUris = usableRedirects(redirect_uris)
    if (redirectUris.length === 0) {
      const allowed = 'https, http to 127.0.0.1, [::1] or localhost, or the scheme of a known program; no fragment'
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
