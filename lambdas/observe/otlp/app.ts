import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { organizationRecords, tierStatuses } from '@signet/ledger'
import { capTable } from '../caps/cap-table.ts'
import type { access } from '../contract/access.ts'
import type { IngestDeps } from '../ingest/ingest.ts'
import { metricTable } from '../metrics/metric-table.ts'
import { traceRecordTable } from '../traces/trace-record-table.ts'
import { traceTable } from '../traces/trace-table.ts'
import { workerTable } from '../workers/worker-table.ts'
import { otlpRoutes } from './otlp-routes.ts'
import { refusalInFormat } from './refusal-in-format.ts'

/** OTLP has no incidents, and the function has no access to their rows. */
const NO_ALERTS: IngestDeps['alerts'] = { put: async () => undefined }

export const app = authenticatedApp<typeof access.otlp>((runtime) => {
  const deps: IngestDeps = {
    now: runtime.now,
    workers: workerTable(runtime),
    caps: capTable(runtime),
    alerts: NO_ALERTS,
    traceRecords: traceRecordTable(runtime),
    traces: traceTable(runtime),
    metricRows: metricTable(runtime),
    tierStatusOf: tierStatuses({ ...runtime, lookUp: organizationRecords(runtime, organizationCreatedAt(runtime)) }),
  }
  return { routes: otlpRoutes(deps), failurePage: refusalInFormat }
})
