import { callersOf, configuredIssuer, orgKeys, sessionReader } from '@signet/identity'
import { claimsVerifier } from '@signet/identity/session-verifier'
import { type ApiRuntime, apiApp } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import type { Siblings } from '../health/check-siblings.ts'
import { healthRoute } from '../health/health-route.ts'
import { KEY_PREFIX, keyRoutes } from '../keys/key-routes.ts'
import { pageRoutes } from '../page/page-routes.ts'
import { accountRoutes } from '../people/account-routes.ts'
import { accountTable } from '../people/account-table.ts'
import { sessionTable } from '../people/session-table.ts'
import { issuerClient } from '../issuer/issuer-client.ts'
import { signInRoutes } from '../sign-in/sign-in-routes.ts'

type Runtime = ApiRuntime<typeof access.api>

const siblingsOf = ({ SESSION_ISSUER, IMAGES_API_URL, RUNTIME_API_URL }: Runtime['env']): Siblings => {
  const at = (base: string, path: string) => (base === 'none' ? undefined : `${base.replace(/\/$/, '')}${path}`)
  return {
    auth_service: at(SESSION_ISSUER, '/.well-known/openid-configuration'),
    scaffold_runtime: at(RUNTIME_API_URL, '/health'),
    image_service: at(IMAGES_API_URL, '/v2/health'),
  }
}

/** The function of people and keys, wired. */
export const app = apiApp<typeof access.api>((runtime) => {
  const { env, now } = runtime
  const session = configuredIssuer(env)
  const grantable = env.GRANTABLE_SCOPES.split(',')
  const deps = {
    ...runtime,
    issuer: session && issuerClient({ session, verify: claimsVerifier(session), now }),
    readSession: sessionReader(runtime),
    accounts: accountTable(runtime),
    sessions: sessionTable(runtime),
    keys: orgKeys({ ...runtime, prefix: KEY_PREFIX, knownScopes: grantable }),
    grantable,
    siblings: siblingsOf(env),
  }
  return {
    routes: [
      ...signInRoutes(deps),
      ...accountRoutes(deps),
      ...keyRoutes(deps),
      ...pageRoutes(deps),
      healthRoute(deps),
    ],
    callers: callersOf(runtime, { keyPrefix: KEY_PREFIX }),
  }
})
