import { authenticatedApp } from '@signet/identity'
import { newUuid, rowTable } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { requestTables } from '@signet/notifications/trust-requests'
import type { access } from '../contract/access.ts'
import { artifactRow } from '../contract/artifact-rows.ts'
import { decideRequest } from './decide-request.ts'
import { readerRoutes } from './reader-routes.ts'
import { readerTable } from './reader-table.ts'
import { requestRoutes } from './request-routes.ts'
import { termsRoutes } from './terms-routes.ts'
import { termsTable } from './terms-table.ts'

export const app = authenticatedApp<typeof access.requests>((runtime) => {
  const deps = {
    ...runtime,
    outbox: functionOutbox(runtime),
    tables: requestTables(runtime),
    terms: termsTable(runtime),
    artifacts: rowTable(artifactRow, runtime),
  }
  const readers = readerTable({ ...runtime, newId: newUuid })
  return {
    routes: [
      ...requestRoutes({ ...deps, decide: decideRequest(deps) }),
      ...termsRoutes(deps),
      ...readerRoutes({ readers }),
    ],
  }
})
