import type { RecordsOf, ServiceErasure } from '@signet/erasure'
import { eraseRows, partitionOf, type TableDeps } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import { workerRow } from '../contract/rows.ts'
import { ruleCountRow } from '../contract/rule-rows.ts'
import { looseLogRow, traceRecordRow } from '../contract/telemetry-rows.ts'
import { recordsByTrace } from '../ingest/records-by-trace.ts'
import { eraseWorker, UNLIMITED_ERASURE } from '../sweep/erase-worker.ts'
import { unpackRecords } from '../traces/packed-records.ts'
import { workerList } from '../workers/worker-list-table.ts'

const logsWithoutTrace: RecordsOf = ({ row, parts: { worker } }) => [{ worker, ...unpackRecords(row.gz as Uint8Array) }]

const recordsOfTraces: RecordsOf = ({ row, parts: { worker } }) =>
  [...recordsByTrace(unpackRecords(row.gz as Uint8Array)).byTrace].map(([trace, records]) => ({
    worker,
    trace,
    ...records,
  }))

const RECORDS = new Map<RowKeys, RecordsOf>([
  // A removed worker is not exported unless it has sent telemetry since.
  [workerRow, ({ record }) => (record.gone === 1 ? [] : [record])],
  [looseLogRow, logsWithoutTrace],
  [traceRecordRow, recordsOfTraces],
])

/**
 * Erases and exports the telemetry of a tenant. Rules are erased first, so that no incident begins during the erasure.
 * Traces are erased by the requests and hours that contain them. The row kinds define how other rows are erased.
 */
export const telemetryErasure = (deps: TableDeps): ServiceErasure => ({
  records: RECORDS,
  async before({ org_id: tenant }) {
    if (tenant === null) return 'done'
    await eraseRows(deps, { pk: partitionOf(ruleCountRow, { tenant }) })
    for (const { name: worker } of await workerList(deps).all(tenant))
      await eraseWorker(deps, { tenant, worker }, UNLIMITED_ERASURE)
    return 'done'
  },
})
