import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['oauth']

/** Protected resource metadata (RFC 9728 2), by which agents find who may let them in. */
const ProtectedResource = z.object({
  resource: z.url().describe('The MCP endpoint, without a slash at its end'),
  authorization_servers: z.array(z.url()),
  scopes_supported: z.array(z.string()).describe('What is asked for at first; more is asked for where it is needed'),
  bearer_methods_supported: z.array(z.literal('header')),
  resource_name: z.string(),
})

export const getProtectedResource = endpoint({
  name: 'getProtectedResource',
  summary: 'Who lets agents in',
  description: 'Metadata of the MCP endpoint as a resource that OAuth protects (RFC 9728).',
  tags,
  route: 'GET /.well-known/oauth-protected-resource',
  authority: 'open',
  responses: { 200: { description: 'The metadata', schema: ProtectedResource } },
})
