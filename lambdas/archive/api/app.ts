import { reply } from '@signet/contracts'
import { authenticatedApp, organizationCreatedAt, orgKeys, PLATFORM_KEY_PREFIX } from '@signet/identity'
import { route, rowTable, spendGuard } from '@signet/kernel'
import { type BucketConnection, bucket, partUploads } from '@signet/kernel/bucket'
import { organizationRecords, tierStatuses, UPGRADE_PATH } from '@signet/ledger'
import { archiveAllowance } from '@signet/search/conversations'
import { hasArchiveScope } from '@signet/search/conversations/callers'
import { meterRow, uploadRow } from '@signet/search/conversations/rows'
import type { access } from '../contract/access.ts'
import { getHealth } from '../contract/health.ts'
import { importList } from '../imports/import-list-table.ts'
import { fileTable } from '../ingest/file-table.ts'
import { ingestQueue } from '../ingest/ingest-queue.ts'
import { ingestTable } from '../ingest/ingest-table.ts'
import { sliceTable } from '../ingest/slice-table.ts'
import { keyRoutes } from '../keys/key-routes.ts'
import { scopesOfKey } from '../keys/scopes.ts'
import { statsRoute } from '../survey/stats-route.ts'
import { surveyQueue } from '../survey/survey-queue.ts'
import { surveyTable } from '../survey/survey-table.ts'
import { telemetryRoute } from '../telemetry/telemetry-route.ts'
import { uploadRoutes } from '../uploads/upload-routes.ts'
import { pageRoute } from './page-route.ts'

export const app = authenticatedApp<typeof access.api, { readonly connection: BucketConnection }>((runtime) => {
  const { clients, env } = runtime
  const keys = orgKeys({
    ...runtime,
    prefix: PLATFORM_KEY_PREFIX,
    knownScopes: scopesOfKey('admin'),
    hasScope: hasArchiveScope,
  })
  const uploads = rowTable(uploadRow, runtime)
  const tierStatusOf = tierStatuses({
    ...runtime,
    lookUp: organizationRecords(runtime, organizationCreatedAt(runtime)),
  })
  const allowance = archiveAllowance({ ...runtime, tierStatusOf, upgrade: UPGRADE_PATH })
  const statsDeps = {
    ...runtime,
    uploads,
    allowance,
    surveys: surveyTable(runtime),
    imports: importList(runtime),
    meters: rowTable(meterRow, runtime),
    queue: surveyQueue({ sqs: clients.sqs, url: env.ARCHIVE_SURVEY_QUEUE_URL }),
    models: { embedding: env.EMBEDDING_MODEL, language: env.PROMPT_MODEL },
  }
  return {
    routes: [
      route(getHealth, async () => reply(200, { status: 'ok', version: runtime.env.VERSION })),
      pageRoute(env),
      ...keyRoutes({ keys }),
      statsRoute(statsDeps),
      telemetryRoute(statsDeps),
      ...uploadRoutes({
        ...runtime,
        allowance,
        spend: spendGuard(runtime),
        bucket: bucket(clients.connection),
        parts: partUploads(clients.connection),
        uploads,
        imports: ingestTable(runtime),
        files: fileTable(runtime),
        slices: sliceTable(runtime),
        queue: ingestQueue({ sqs: clients.sqs, url: env.ARCHIVE_INGEST_QUEUE_URL }),
      }),
    ],
    hasScope: hasArchiveScope,
  }
})
