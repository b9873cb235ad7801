import { reply } from '@signet/contracts'
import { route } from '@signet/kernel'
import { getProtectedResource } from '../contract/oauth.ts'

/** Scopes that agents ask for at first; what costs money of a person's card is asked for when it is wanted. */
export const FIRST_SCOPES: readonly string[] = ['generate', 'read']

/** Where the metadata is, below the address. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource'

export const protectedResourceRoute = () =>
  route(getProtectedResource, async ({ baseUrl }) =>
    reply(200, {
      resource: baseUrl,
      authorization_servers: [baseUrl],
      scopes_supported: [...FIRST_SCOPES],
      bearer_methods_supported: ['header'],
      resource_name: 'Signet image tools',
    }),
  )
