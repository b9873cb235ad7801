import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getImageResource = endpoint({
  name: 'getImageResource',
  summary: 'Protected resource metadata',
  description:
    'Metadata of the image service as a resource that OAuth protects (RFC 9728): the authorization servers whose tokens it accepts. Empty until the first token is issued.',
  tags: ['service'],
  route: 'GET /.well-known/oauth-protected-resource',
  authority: 'open',
  errors: ['unavailable'],
  responses: {
    200: {
      description: 'The metadata',
      headers: { 'access-control-allow-origin': { description: 'Any origin', schema: z.literal('*') } },
      schema: z.object({
        resource: z.url().describe('This service, as the value of `resource` at the authorization server'),
        authorization_servers: z.array(z.url()),
        scopes_supported: z.array(z.string()),
        bearer_methods_supported: z.array(z.literal('header')),
        resource_name: z.string(),
      }),
    },
  },
})
