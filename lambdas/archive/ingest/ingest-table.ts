import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { indexEntryOf, type RowOf, rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { conditionHeld } from '@signet/kernel/table'
import { ingestRow } from '@signet/search/conversations/rows'
import type { IngestMessage } from './ingest-queue.ts'
import { type Leases, leases } from './leases.ts'

export type IngestRow = RowOf<typeof ingestRow>

export const ZERO_COUNTS: IngestRow['counts'] = {
  seen: 0,
  ingested: 0,
  unchanged: 0,
  updated: 0,
  empty: 0,
  failed: 0,
  oversize: 0,
  unsupported: 0,
}

export interface IngestTable
  extends Pick<Leases<IngestRow>, 'renew' | 'postpone' | 'pause' | 'checkpoint' | 'release'> {
  get(message: IngestMessage): Promise<IngestRow | undefined>
  /** Starts an import of a stored object. Returns false if the import was already started. */
  begin(message: IngestMessage, bytes: number): Promise<boolean>
  /**
   * Starts the removal of everything that the import created. Returns false if the removal has already started or the row
   * has changed.
   */
  beginDeletion(row: IngestRow): Promise<boolean>
  claim(message: IngestMessage, lease: string): Promise<IngestRow | undefined>
}

const newRow = ({ workspace, upload }: IngestMessage, bytes: number, queuedAt: string, due: string): IngestRow => ({
  workspace,
  upload,
  state: 'queued',
  standing: 'open',
  due,
  revision: 0,
  queued_at: queuedAt,
  bytes_total: bytes,
  bytes_done: 0,
  file: 0,
  counts: ZERO_COUNTS,
  errors: [],
})

const setDue = ({ db, table }: TableDeps, row: IngestRow, due: string): Promise<boolean> =>
  conditionHeld(
    db.send(
      new UpdateCommand({
        TableName: table,
        Key: rowKey(ingestRow, row),
        UpdateExpression: 'SET due = :due, gsi1sk = :entry',
        ConditionExpression: 'lease = :lease',
        ExpressionAttributeValues: {
          ':due': due,
          ':entry': indexEntryOf(ingestRow, { ...row, due }).gsi1sk,
          ':lease': row.lease,
        },
      }),
    ),
  )

export const ingestTable = (deps: TableDeps): IngestTable => {
  const { now } = deps
  const rows = rowTable(ingestRow, deps)
  const rowLeases = leases<IngestRow>({ replace: rows.replace, setDue: (row, due) => setDue(deps, row, due) }, now)
  const { renew, postpone, pause, checkpoint, release } = rowLeases
  return {
    renew,
    postpone,
    pause,
    checkpoint,
    release,
    get: (message) => rows.get(message),
    begin: (message, bytes) => rows.putNew(message, newRow(message, bytes, now().toISOString(), rowLeases.leaseEnd())),
    async beginDeletion(row) {
      if (row.state === 'deleting') return false
      // Nothing is removed until the worker notices that its lease is lost.
      const { lease: _lease, ...unleasedRow } = row
      const deleting: IngestRow = {
        ...unleasedRow,
        ...rowLeases.revokedLease(row),
        tries: 0,
        state: 'deleting',
        standing: 'open',
      }
      return (await rowLeases.replaceUnchanged(row, deleting, { state: row.state })) !== undefined
    },
    async claim(message, lease) {
      const row = await rows.get(message)
      return row && rowLeases.claim({ ...row, paused_until: undefined }, lease)
    },
  }
}
