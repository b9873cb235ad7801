import { linesFunction, secretsClient, tableClient } from '@signet/kernel'
import { capTable } from '../caps/cap-table.ts'
import { access } from '../contract/access.ts'
import { objectTraceTable } from '../traces/object-trace-table.ts'
import { traceRecordTable } from '../traces/trace-record-table.ts'
import { traceTable } from '../traces/trace-table.ts'
import { internalStanding } from '../workers/internal-standing.ts'
import { workerTable } from '../workers/worker-table.ts'
import { collector, headersIn } from './collector.ts'
import { storeSpans } from './store-spans.ts'

/** Returns no headers if the secret does not exist, for a collector without authentication. */
const emptyIfNotFound = (error: unknown): string => {
  if (error instanceof Error && error.name === 'ResourceNotFoundException') return ''
  throw error
}

export const handler = linesFunction({
  name: 'observe-spans',
  access: access.spans,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient() },
  failed: 'spans could not be stored',
  build: (runtime) => {
    const { env, log, clients } = runtime
    const secret = clients.secrets.managed(`${env.OTLP_STORE}headers`)
    const headers = async () => headersIn(await secret().catch(emptyIfNotFound))
    const { OTLP_ENDPOINT: endpoint, STAGE: stage, SPAN_SAMPLE } = env
    const collect = endpoint === 'none' ? undefined : collector({ endpoint, stage, headers, fetch, log })
    const tables = { workers: workerTable(runtime), caps: capTable(runtime), traceRecords: traceRecordTable(runtime) }
    const deps = { ...tables, traces: traceTable(runtime), tierStatusOf: internalStanding, now: runtime.now }
    return storeSpans({ ...deps, objectTraces: objectTraceTable(runtime), rate: Number(SPAN_SAMPLE), collect })
  },
})
