import { authenticatedApp, organisationCreatedAt } from '@signet/identity'
import { organisationRecords, standings } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { operatorsIn, scopesWithOperators } from '../internal/operators.ts'
import { observeDeps, observeRoutes } from './observe-routes.ts'

/** Wires the function of observability. */
export const app = authenticatedApp<typeof access.api>((runtime) => {
  const standingOf = standings({ ...runtime, lookUp: organisationRecords(runtime, organisationCreatedAt(runtime)) })
  const hasScope = scopesWithOperators(operatorsIn(runtime.env.OPERATORS))
  return { routes: observeRoutes(observeDeps({ ...runtime, standingOf })), hasScope }
})
