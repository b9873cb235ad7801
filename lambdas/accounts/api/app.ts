import {
  authenticatedApp,
  configuredIssuer,
  keyRotation,
  keyUse,
  leakedKeys,
  orgKeys,
  PLATFORM_KEY_PREFIX,
  roles,
  type SessionIssuer,
  sessionReader,
} from '@signet/identity'
import { grantTable } from '@signet/identity/oauth'
import type { VerifyClaims } from '@signet/identity/session-verifier'
import type { ApiRuntime } from '@signet/kernel'
import { type BucketConnection, downloadUrl } from '@signet/kernel/bucket'
import { functionOutbox } from '@signet/kernel/events'
import { allowanceTable, entitlementTable, tierStatusAt } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { erasureRoutes } from '../erasure/erasure-routes.ts'
import { erasureTable } from '../erasure/erasure-table.ts'
import { exportRoutes } from '../exports/export-routes.ts'
import { exportTable } from '../exports/export-table.ts'
import type { Siblings } from '../health/check-siblings.ts'
import { healthRoute } from '../health/health-route.ts'
import { issuerClient } from '../issuer/issuer-client.ts'
import { keyRoutes } from '../keys/key-routes.ts'
import { leakedKeyRoute } from '../keys/leaked-key-route.ts'
import { invitationRoutes } from '../organizations/invitation-routes.ts'
import { invitationTable } from '../organizations/invitation-table.ts'
import { type OrganizationDeps, organizationRoutes } from '../organizations/organization-routes.ts'
import { organizationTable } from '../organizations/organization-table.ts'
import { pageRoutes } from '../page/page-routes.ts'
import { accountRoutes } from '../people/account-routes.ts'
import { accountTable } from '../people/account-table.ts'
import { sessionTable } from '../people/session-table.ts'
import { signInRoutes } from '../sign-in/sign-in-routes.ts'

type Runtime = ApiRuntime<typeof access.api>

interface Clients {
  readonly connection: BucketConnection
}

/** Prefixes of the keys of the platform and of the image service. */
const KEY_PREFIXES = [PLATFORM_KEY_PREFIX, 'gen_']

const siblingsOf = ({ SESSION_ISSUER, IMAGES_PUBLIC_URL, RUNTIME_PUBLIC_URL }: Runtime['env']): Siblings => {
  const urlOf = (base: string, path: string) => (base === 'none' ? undefined : `${base.replace(/\/$/, '')}${path}`)
  return {
    auth_service: urlOf(SESSION_ISSUER, '/.well-known/openid-configuration'),
    scaffold_runtime: urlOf(RUNTIME_PUBLIC_URL, '/health'),
    image_service: urlOf(IMAGES_PUBLIC_URL, '/v2/health'),
  }
}

/** Loads the verifier of the issuer's tokens at the first sign-in. */
const lazyVerifier = (session: SessionIssuer): VerifyClaims => {
  let loading: Promise<VerifyClaims> | undefined
  const load = async () => (await import('@signet/identity/session-verifier')).claimsVerifier(session)
  return async (token) => {
    loading ??= load()
    return (await loading)(token)
  }
}

const plansOf = (runtime: Runtime): OrganizationDeps['planOf'] => {
  const entitlements = entitlementTable(runtime)
  return async (org) => {
    const entitlement = await entitlements.read(org)
    return tierStatusAt({ entitlement, createdAt: undefined }, runtime.now()).tier
  }
}

export const app = authenticatedApp<typeof access.api, Clients>((runtime) => {
  const { env, now, clients } = runtime
  const session = configuredIssuer(env)
  const grantable = env.GRANTABLE_SCOPES.split(',')
  const events = functionOutbox(runtime)
  const planOf = plansOf(runtime)
  const deps = {
    ...runtime,
    issuer: session && issuerClient({ session, verify: lazyVerifier(session), now }),
    readSession: sessionReader(runtime),
    accounts: accountTable(runtime),
    sessions: sessionTable(runtime),
    roleOf: roles(runtime),
    keys: orgKeys({ ...runtime, prefix: PLATFORM_KEY_PREFIX, knownScopes: grantable }),
    rotateKey: keyRotation({ ...runtime, prefix: PLATFORM_KEY_PREFIX }),
    useOf: keyUse(runtime),
    leaked: leakedKeys({ ...runtime, prefixes: KEY_PREFIXES }),
    outbox: events,
    grants: grantTable({ ...runtime, allowances: allowanceTable(runtime) }),
    organizations: organizationTable({
      ...runtime,
      outbox: events,
      isPaid: async (org) => (await planOf(org)) !== 'free',
    }),
    planOf,
    invitations: invitationTable(runtime),
    grantable,
    defaultScopes: env.DEFAULT_SCOPES.split(','),
    siblings: siblingsOf(env),
    erasures: erasureTable(runtime),
    exports: exportTable({ ...runtime, outbox: events }),
    exporting: env.ERASING_SERVICES.split(','),
    downloadUrl: downloadUrl(clients.connection),
  }
  return {
    routes: [
      ...signInRoutes(deps),
      ...accountRoutes(deps),
      ...organizationRoutes(deps),
      ...erasureRoutes(deps),
      ...exportRoutes(deps),
      ...invitationRoutes(deps),
      ...keyRoutes(deps),
      leakedKeyRoute(deps),
      ...pageRoutes(),
      healthRoute(deps),
    ],
  }
})
