import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getImageResource = endpoint({
  name: 'getImageResource',
  summary: 'Get the protected resource metadata',
  description:
    'Returns the OAuth protected resource metadata (RFC 9728) of the image service: the authorization servers whose tokens it accepts. The list is empty until the first token is issued.',
  tags: ['service'],
  route: 'GET /.well-known/oauth-protected-resource',
  authority: 'open',
  errors: ['unavailable'],
  responses: {
    200: {
      description: 'The metadata',
      headers: { 'access-control-allow-origin': { description: 'Always `*`', schema: z.literal('*') } },
      schema: z.object({
        resource: z.url().describe('URL of this service, for the `resource` parameter at the authorization server'),
        authorization_servers: z.array(z.url()),
        scopes_supported: z.array(z.string()),
        bearer_methods_supported: z.array(z.literal('header')),
        resource_name: z.string(),
      }),
    },
  },
})
