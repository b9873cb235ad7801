import { reply } from '@signet/contracts'
import { route } from '@signet/kernel'
import { getProtectedResource } from '../contract/oauth.ts'

/** Scopes that agents ask for at first; what costs money of a person's card is asked for when it is wanted. */
const FIRST_SCOPES = ['generate', 'read']

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
