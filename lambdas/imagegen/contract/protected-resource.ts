import { endpoint } from '@signet/contracts'
import * as z from 'zod'

export const getImageResource = endpoint({
  name: 'getImageResource',
  summary: 'Who lets agents in',
  description:
    'Metadata of the image service as a resource that OAuth protects (RFC 9728): which authorization servers have issued tokens that it takes. None until the first was issued.',
  tags: ['service'],
  route: 'GET /.well-known/oauth-protected-resource',
  authority: 'open',
  errors: ['unavailable'],
  responses: {
    200: {
      description: 'The metadata',
      headers: { 'access-control-allow-origin': { description: 'Any', schema: z.literal('*') } },
      schema: z.object({
        resource: z.url().describe('This service, as `resource` names it to the authorization server'),
        authorization_servers: z.array(z.url()),
        scopes_supported: z.array(z.string()),
        bearer_methods_supported: z.array(z.literal('header')),
        resource_name: z.string(),
      }),
    },
  },
})
