import { randomBytes } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { apiApp, newUuid, rowTable } from '@signet/kernel'
import { type BucketConnection, bucket } from '@signet/kernel/bucket'
import { functionOutbox } from '@signet/kernel/events'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { requestLinks, requestTables } from '@signet/notifications/trust-requests'
import { stampRow } from '@signet/notifications/trust-requests/rows'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { receiptRow } from '@signet/receipts/rows'
import type { access } from '../contract/access.ts'
import { artifactRow } from '../contract/artifact-rows.ts'
import { pageSettingsRow } from '../contract/page-settings-row.ts'
import { proofRoutes } from '../requests/prove-request.ts'
import { readerTable } from '../requests/reader-table.ts'
import { formRoutes } from '../requests/submit-request.ts'
import { termsTable } from '../requests/terms-table.ts'
import { failurePage } from './failure-page.ts'
import { grantRoutes } from './grant-routes.ts'
import { grantedArtifact } from './granted-artifact.ts'
import { copyMaker } from './make-copy.ts'

interface VisitorClients {
  readonly connection: BucketConnection
  readonly kms: KMSClient
}

export const app = apiApp<typeof access.visitors, VisitorClients>((runtime) => {
  const { env, clients } = runtime
  const deps = {
    ...runtime,
    newId: newUuid,
    outbox: functionOutbox(runtime),
    tables: requestTables(runtime),
    terms: termsTable(runtime),
    artifacts: rowTable(artifactRow, runtime),
    links: requestLinks(runtime),
    issue: receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers: kmsSigners(clients.kms, env), randomBytes }),
  }
  const pageTables = {
    owners: rowTable(slugOwnerRow, runtime),
    slugs: rowTable(slugRow, runtime),
    settings: rowTable(pageSettingsRow, runtime),
    receipts: rowTable(receiptRow, runtime),
  }
  const copies = copyMaker({
    ...runtime,
    objects: bucket(clients.connection),
    stamps: rowTable(stampRow, runtime),
  })
  return {
    routes: [
      ...formRoutes({ ...deps, ...pageTables }),
      ...proofRoutes({ ...deps, receipts: pageTables.receipts }),
      ...grantRoutes({ ...deps, granted: grantedArtifact(deps), copies, readers: readerTable(deps) }),
    ],
    failurePage,
  }
})
