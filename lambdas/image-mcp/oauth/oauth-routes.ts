import { clients, grantTable, issuerKeysTable, redeemCode, requestTable, resourceTable } from '@signet/identity/oauth'
import { tokenIssuer } from '@signet/identity/oauth/tokens'
import { type ApiRuntime, type GuardedFetch, managedSecret, type Route } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { audiencesOf } from './audiences.ts'
import { authorizeRoute } from './authorize-route.ts'
import { metadataRoutes } from './metadata-routes.ts'
import { registerRoute } from './register-route.ts'
import { tokenRoute } from './token-route.ts'

/** Loaded with the first metadata document, so that other answers do not wait for it. */
const fetchDocument: GuardedFetch = async (url, request) =>
  (await import('@signet/kernel/guarded-fetch')).guardedFetch(url, request)

/** Wires the authorization server (spec image-service 5). */
export const oauthRoutes = (runtime: ApiRuntime<typeof access.server>): Route[] => {
  const { env, now, secrets } = runtime
  const tables = { ...runtime, allowances: allowanceTable(runtime) }
  const resources = resourceTable(runtime)
  const deps = {
    clients: clients({ ...runtime, fetch: fetchDocument, allowsLoopback: env.WEBHOOK_LOOPBACK === 'allowed' }),
    requests: requestTable(runtime),
    redeem: redeemCode({ ...tables, grants: grantTable(tables) }),
    tokens: tokenIssuer({
      ...runtime,
      secret: managedSecret({ client: secrets, id: env.AGENT_TOKENS_SECRET, now }),
      table: issuerKeysTable(runtime),
    }),
    audiences: audiencesOf({ images: env.IMAGES_PUBLIC_URL, resources }),
    // Metadata is told whatever fails.
    announced: audiencesOf({
      images: env.IMAGES_PUBLIC_URL,
      resources: { read: (kind) => resources.read(kind).catch(() => []) },
    }),
    platform: env.PLATFORM_PUBLIC_URL.replace(/\/$/, ''),
  }
  return [...metadataRoutes(deps), registerRoute(deps), authorizeRoute(deps), tokenRoute(deps)]
}
