import { randomBytes } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { type BucketConnection, bucket } from '@signet/kernel/bucket'
import { functionOutbox } from '@signet/kernel/events'
import { apiApp, newUuid, rowTable } from '@signet/kernel'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { receiptRow } from '@signet/receipts/rows'
import { artifactTable } from '../bundles/artifact-table.ts'
import type { access } from '../contract/access.ts'
import { pageSettingsRow } from '../contract/page-rows.ts'
import { stampRow } from '../contract/request-rows.ts'
import { slugOwnerRow, slugRow } from '../contract/slug-rows.ts'
import { askRequest } from '../requests/ask-request.ts'
import { proveRequest } from '../requests/prove-request.ts'
import { readerTable } from '../requests/reader-table.ts'
import { requestLinks } from '../requests/request-links.ts'
import { requestTables } from '../requests/request-table.ts'
import { termsTable } from '../requests/terms-table.ts'
import { visitedArtifact } from '../requests/visited-artifact.ts'
import { failurePage } from './failure-page.ts'
import { formRoutes } from './form-routes.ts'
import { grantRoutes } from './grant-routes.ts'
import { grantedArtifact } from './granted-artifact.ts'
import { copies } from './make-copy.ts'
import { proofRoutes } from './proof-routes.ts'

interface VisitorClients {
  readonly connection: BucketConnection
  readonly kms: KMSClient
}

/** Wires the function of visitors who ask for artifacts. */
export const app = apiApp<typeof access.visitors, VisitorClients>((runtime) => {
  const { env, clients } = runtime
  const deps = {
    ...runtime,
    newId: newUuid,
    outbox: functionOutbox(runtime),
    tables: requestTables(runtime),
    terms: termsTable(runtime),
    artifacts: artifactTable(runtime),
    links: requestLinks(runtime),
    issue: receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers: kmsSigners(clients.kms, env), randomBytes }),
  }
  const pages = {
    owners: rowTable(slugOwnerRow, runtime),
    slugs: rowTable(slugRow, runtime),
    settings: rowTable(pageSettingsRow, runtime),
    receipts: rowTable(receiptRow, runtime),
  }
  const made = copies({ ...runtime, objects: bucket(clients.connection), stamps: rowTable(stampRow, runtime) })
  return {
    routes: [
      ...formRoutes({ ...deps, visit: visitedArtifact({ ...deps, ...pages }), ask: askRequest(deps) }),
      ...proofRoutes({ ...deps, prove: proveRequest(deps) }),
      ...grantRoutes({ ...deps, granted: grantedArtifact(deps), copies: made, readers: readerTable(deps) }),
    ],
    failurePage,
  }
})
