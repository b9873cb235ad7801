import { reply } from '@signet/contracts'
import { canonicalResource, type IssuerKeysTable, SERVICE_SCOPES } from '@signet/identity/oauth'
import { route } from '@signet/kernel'
import { getImageResource } from '../contract/protected-resource.ts'

/** Serves the protected resource metadata, where agents without a token find the authorization server. */
export const imageResourceRoute = ({ keys }: { readonly keys: Pick<IssuerKeysTable, 'read'> }) =>
  route(getImageResource, async ({ baseUrl }) => {
    const issuers = (await keys.read())?.issuers ?? []
    const body = {
      resource: canonicalResource(baseUrl) ?? baseUrl,
      authorization_servers: [...issuers],
      scopes_supported: [...SERVICE_SCOPES.images.base],
      bearer_methods_supported: ['header' as const],
      resource_name: 'Signet image service',
    }
    return reply(200, body, { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=60' })
  })
