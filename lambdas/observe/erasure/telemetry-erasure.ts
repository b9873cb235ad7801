import type { RecordsOf, ServiceErasure } from '@signet/erasure'
import { eraseRows, partitionOf, type TableDeps } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import { workerRow } from '../contract/rows.ts'
import { ruledRow } from '../contract/rule-rows.ts'
import { looseRow, sentRow } from '../contract/telemetry-rows.ts'
import { piecesOf } from '../ingest/pieces-of.ts'
import { EVERYTHING, eraseWorker } from '../sweep/erase-worker.ts'
import { unpackRecords } from '../traces/packed-records.ts'
import { workerList } from '../workers/worker-list-table.ts'

const logsWithoutTrace: RecordsOf = ({ row, parts: { worker } }) => [{ worker, ...unpackRecords(row.gz as Uint8Array) }]

const traces: RecordsOf = ({ row, parts: { worker } }) =>
  [...piecesOf(unpackRecords(row.gz as Uint8Array)).byTrace].map(([trace, pieces]) => ({ worker, trace, ...pieces }))

const RECORDS = new Map<RowKeys, RecordsOf>([
  // A removed worker that has sent nothing since is not exported.
  [workerRow, ({ record }) => (record.gone === 1 ? [] : [record])],
  [looseRow, logsWithoutTrace],
  [sentRow, traces],
])

/**
 * Erases telemetry. Rules are erased first, so that no incident begins during the erasure. Traces are erased by the
 * requests and hours that contain them. The row kinds define the rest.
 */
export const telemetryErasure = (deps: TableDeps): ServiceErasure => ({
  records: RECORDS,
  async before({ org_id: tenant }) {
    if (tenant === null) return 'done'
    await eraseRows(deps, { pk: partitionOf(ruledRow, { tenant }) })
    for (const { name: worker } of await workerList(deps).all(tenant))
      await eraseWorker(deps, { tenant, worker }, EVERYTHING)
    return 'done'
  },
})
