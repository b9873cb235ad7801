import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { newUuid, quotas } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { payingDeps, UPGRADE_PATH } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { assetTable } from '../library/asset-table.ts'
import { importRoute } from '../library/import-route.ts'
import { libraryRoutes } from '../library/library-routes.ts'
import { policyCatalog } from '../policies/policy-catalog.ts'
import { policyRoutes } from '../policies/policy-routes.ts'
import { policyTable } from '../policies/policy-table.ts'
import { validateRoute } from '../validations/validate-route.ts'
import { validationQueryRoutes } from '../validations/validation-query-routes.ts'
import { validationTable } from '../validations/validation-table.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const ledgerInputs = { createdAt: organizationCreatedAt(runtime), outbox: functionOutbox(runtime) }
  const { tierStatusOf, notices } = payingDeps(runtime, ledgerInputs)
  const policies = policyTable(runtime)
  const policyDeps = { policies, catalog: policyCatalog(policies) }
  const deps = { ...runtime, ...policyDeps, newId: newUuid, tierStatusOf, notices, assets: assetTable(runtime) }
  const validationDeps = {
    ...deps,
    quotas: quotas(runtime, UPGRADE_PATH),
    ceiling: Number(runtime.env.ORGANIZATION_CEILING),
    validations: validationTable({ ...runtime, notices }),
  }
  return {
    routes: [
      validateRoute(validationDeps),
      ...validationQueryRoutes(validationDeps),
      ...policyRoutes(deps),
      ...libraryRoutes(deps),
      importRoute(deps),
    ],
  }
})
