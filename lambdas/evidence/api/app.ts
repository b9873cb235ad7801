import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { newUuid, quotas } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { payingDeps, UPGRADE_PATH } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { assetTable } from '../library/asset-table.ts'
import { importRoute } from '../library/import-route.ts'
import { libraryRoutes } from '../library/library-routes.ts'
import { policyRoutes } from '../policies/policy-routes.ts'
import { policyShelf } from '../policies/policy-shelf.ts'
import { policyTable } from '../policies/policy-table.ts'
import { readingRoutes } from '../validations/reading-routes.ts'
import { validateRoute } from '../validations/validate-route.ts'
import { validationTable } from '../validations/validation-table.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const others = { createdAt: organizationCreatedAt(runtime), outbox: functionOutbox(runtime) }
  const { standingOf, notices } = payingDeps(runtime, others)
  const policies = policyTable(runtime)
  const shelves = { policies, shelf: policyShelf(policies) }
  const deps = { ...runtime, ...shelves, newId: newUuid, standingOf, notices, assets: assetTable(runtime) }
  const validating = {
    ...deps,
    quotas: quotas(runtime, UPGRADE_PATH),
    ceiling: Number(runtime.env.ORGANIZATION_CEILING),
    validations: validationTable({ ...runtime, notices }),
  }
  return {
    routes: [
      validateRoute(validating),
      ...readingRoutes(validating),
      ...policyRoutes(deps),
      ...libraryRoutes(deps),
      importRoute(deps),
    ],
  }
})
