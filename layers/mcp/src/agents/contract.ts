import { endpoint } from '@signet/contracts'
import * as z from 'zod'

/** Allows pages of any origin to read the response: agents also run in browsers, and no response depends on cookies. */
export const anyOrigin = { 'access-control-allow-origin': { description: 'Always `*`', schema: z.literal('*') } }

/** Allows any query, because clients append the query of the resource URL to the metadata URL (RFC 9728 3.1). */
export const anyQuery = { query: z.looseObject({}) }

/** Protected resource metadata (RFC 9728 2), by which agents find the authorization server. */
const ProtectedResource = z.object({
  resource: z.url().describe('URL of the MCP endpoint, without a trailing slash'),
  authorization_servers: z.array(z.url()),
  scopes_supported: z
    .array(z.string())
    .describe('Scopes to request first. If a tool requires a further scope, its error response names the scope.'),
  bearer_methods_supported: z.array(z.literal('header')),
  resource_name: z.string(),
})

/** The operation that returns the metadata of an MCP endpoint as a protected resource. `name` is the operation name. */
export const protectedResource = <const Name extends string>({
  name,
  tags,
}: {
  readonly name: Name
  readonly tags: readonly string[]
}) =>
  endpoint({
    name,
    summary: 'Get the protected resource metadata',
    description: 'Returns the OAuth protected resource metadata (RFC 9728) of the MCP endpoint.',
    tags,
    route: 'GET /.well-known/oauth-protected-resource',
    authority: 'open',
    request: anyQuery,
    responses: { 200: { description: 'The metadata', schema: ProtectedResource, headers: anyOrigin } },
  })
