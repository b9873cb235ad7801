import { authenticatedApp, organisationCreatedAt } from '@signet/identity'
import { newUuid } from '@signet/kernel'
import { organisationRecords, standings } from '@signet/ledger'
import type { access } from '../contract/access.ts'
import { assetTable } from '../library/asset-table.ts'
import { libraryRoutes } from '../library/library-routes.ts'

/** Wires the function of evidence. */
export const app = authenticatedApp<typeof access.api>((runtime) => {
  const standingOf = standings({ ...runtime, lookUp: organisationRecords(runtime, organisationCreatedAt(runtime)) })
  return { routes: libraryRoutes({ ...runtime, newId: newUuid, assets: assetTable(runtime), standingOf }) }
})
