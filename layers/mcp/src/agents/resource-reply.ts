import { reply } from '@signet/contracts'
import { SERVICE_SCOPES, type ServiceKind } from '@signet/identity/oauth'

/** Path of a resource's metadata (RFC 9728 3). */
export const METADATA_PATH = '/.well-known/oauth-protected-resource'

const CACHE_MINUTES = 5

const publicHeaders = {
  'access-control-allow-origin': '*' as const,
  'cache-control': `public, max-age=${CACHE_MINUTES * 60}`,
}

export interface ResourceAddresses {
  readonly resource: string
  readonly issuer: string
  readonly kind: ServiceKind
  readonly name: string
}

/** Returns 200 with the metadata of a protected resource (RFC 9728). */
export const resourceReply = ({ resource, issuer, kind, name }: ResourceAddresses) =>
  reply(
    200,
    {
      resource,
      authorization_servers: [issuer],
      scopes_supported: [...SERVICE_SCOPES[kind].base],
      bearer_methods_supported: ['header' as const],
      resource_name: name,
    },
    publicHeaders,
  )
