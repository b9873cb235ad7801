import { siblingsOf } from '@signet/http-client/siblings'
import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { functionOutbox } from '@signet/kernel/events'
import { payingDeps } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { consultationRoutes } from './consultation-routes.ts'
import { runtimeRoles } from './runtime-roles.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => ({
  routes: consultationRoutes({
    ...runtime,
    ...payingDeps(runtime, { createdAt: organizationCreatedAt(runtime), outbox: functionOutbox(runtime) }),
    rolesFor: runtimeRoles(siblingsOf<typeof access.api>(runtime).runtime),
  }),
}))
