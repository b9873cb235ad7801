import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { organizationRecords, tierStatuses } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { operatorsIn, scopesWithOperators } from '../internal/operators.ts'
import { observeDeps, observeRoutes } from './observe-routes.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const tierStatusOf = tierStatuses({
    ...runtime,
    lookUp: organizationRecords(runtime, organizationCreatedAt(runtime)),
  })
  const hasScope = scopesWithOperators(operatorsIn(runtime.env.OPERATORS))
  const allowsLoopback = runtime.env.WEBHOOK_LOOPBACK === 'allowed'
  return { routes: observeRoutes(observeDeps({ ...runtime, tierStatusOf, allowsLoopback })), hasScope }
})
