import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { addMs, indexEntryOf, type RowOf, rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { happened } from '@signet/kernel/table'
import { ingestRow } from '../contract/upload-rows.ts'
import type { IngestMessage } from './ingest-queue.ts'

/** How an import stands. */
export type IngestRow = RowOf<typeof ingestRow>

/** Seconds after which a worker that gives no sign counts as dead. */
export const LEASE_SECONDS = 60

export const NOTHING_COUNTED: IngestRow['counts'] = {
  seen: 0,
  ingested: 0,
  unchanged: 0,
  updated: 0,
  empty: 0,
  failed: 0,
  oversize: 0,
}

/** Imports of workspaces. Every write of a worker is on condition that it still holds the lease. */
export interface IngestTable {
  get(message: IngestMessage): Promise<IngestRow | undefined>
  /** Begins an import of a kept object. false: it was begun before. */
  begin(message: IngestMessage, bytes: number): Promise<boolean>
  /** Has everything removed that the import made. false: it is ended or being removed already, or there is none. */
  beginDeletion(row: IngestRow): Promise<boolean>
  /** Takes the import for one worker; undefined: another has it, or nothing is to be done. */
  claim(message: IngestMessage, lease: string): Promise<IngestRow | undefined>
  /** Tells that the worker lives. false: another has the import by now. */
  renew(row: IngestRow): Promise<boolean>
  /** Changes the row of the worker that has it. The row as it is then; undefined: another has the import by now. */
  checkpoint(row: IngestRow, change: Partial<IngestRow>): Promise<IngestRow | undefined>
  /** Gives the import back before it is done. */
  release(row: IngestRow): Promise<boolean>
  /** Removes the row at the end of a deletion. */
  remove(row: IngestRow): Promise<boolean>
}

/** Imports over the one table. */
export const ingestTable = (deps: TableDeps): IngestTable => {
  const { db, table, now } = deps
  const rows = rowTable(ingestRow, deps)
  const leased = () => addMs(now(), LEASE_SECONDS * 1000).toISOString()
  const get: IngestTable['get'] = (message) => rows.get(message)

  const put = (row: IngestRow, condition: string, values: object, names: Record<string, string> = {}) =>
    happened(
      db.send(
        new PutCommand({
          TableName: table,
          Item: { ...row, ...rowKey(ingestRow, row), ...indexEntryOf(ingestRow, row) },
          ConditionExpression: condition,
          ExpressionAttributeValues: values,
          ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
        }),
      ),
    )

  return {
    get,
    begin: ({ workspace, upload }, bytes) => {
      const at = now().toISOString()
      const row: IngestRow = {
        ...{ workspace, upload, state: 'queued', standing: 'open', due: leased(), revision: 0, queued_at: at },
        ...{ bytes_total: bytes, bytes_done: 0, file: 0, counts: NOTHING_COUNTED, errors: [] },
      }
      return rows.putNew(row, row)
    },
    async beginDeletion(row) {
      if (row.state === 'deleting') return false
      // Whoever has the lease finds at its next write that it is lost: until then nothing is removed under its hands.
      const { lease, ...rest } = row
      const isHeld = lease !== undefined && row.due > now().toISOString()
      const deleting: IngestRow = {
        ...rest,
        ...(isHeld ? { lease: 'deletion' } : {}),
        state: 'deleting',
        standing: 'open',
        due: leased(),
        revision: row.revision + 1,
      }
      return put(
        deleting,
        'revision = :revision AND #state = :state',
        { ':revision': row.revision, ':state': row.state },
        { '#state': 'state' },
      )
    },
    async claim(message, lease) {
      const row = await get(message)
      if (row?.standing !== 'open') return undefined
      if (row.lease !== undefined && row.due > now().toISOString()) return undefined
      const claimed: IngestRow = { ...row, lease, due: leased(), revision: row.revision + 1 }
      return (await put(claimed, 'revision = :revision AND due = :due', { ':revision': row.revision, ':due': row.due }))
        ? claimed
        : undefined
    },
    renew: (row) => {
      const due = leased()
      const { gsi1sk } = indexEntryOf(ingestRow, { ...row, due })
      return happened(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: rowKey(ingestRow, row),
            UpdateExpression: 'SET due = :due, gsi1sk = :entry',
            ConditionExpression: 'lease = :lease',
            ExpressionAttributeValues: { ':due': due, ':entry': gsi1sk, ':lease': row.lease },
          }),
        ),
      )
    },
    async checkpoint(row, change) {
      const next: IngestRow = { ...row, ...change, due: leased(), revision: row.revision + 1 }
      const values = { ':revision': row.revision, ':lease': row.lease }
      if (!row.lease) return undefined
      return (await put(next, 'revision = :revision AND lease = :lease', values)) ? next : undefined
    },
    release: ({ lease, ...row }) => {
      const released: IngestRow = { ...row, due: now().toISOString(), revision: row.revision + 1 }
      return put(released, 'revision = :revision AND lease = :lease', { ':revision': row.revision, ':lease': lease })
    },
    remove: (row) => rows.remove(row, { revision: row.revision }),
  }
}
