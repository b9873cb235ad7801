import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { addMs, indexEntryOf, type RowOf, rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { happened } from '@signet/kernel/table'
import { ingestRow } from '../contract/ingest-rows.ts'
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
}

/** The row of an import that nobody has looked at. */
const newRow = ({ workspace, upload }: IngestMessage, bytes: number, at: string, due: string): IngestRow => ({
  ...{ workspace, upload, state: 'queued', standing: 'open', due, revision: 0, queued_at: at },
  ...{ bytes_total: bytes, bytes_done: 0, file: 0, counts: NOTHING_COUNTED, errors: [] },
})

const isHeld = ({ lease, due }: IngestRow, now: Date): boolean => lease !== undefined && due > now.toISOString()

/** Shows a sign of life, whatever else is written meanwhile. */
const renewed = ({ db, table }: TableDeps, row: IngestRow, due: string): Promise<boolean> =>
  happened(
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

/** Imports over the one table. */
export const ingestTable = (deps: TableDeps): IngestTable => {
  const { now } = deps
  const rows = rowTable(ingestRow, deps)
  const leased = () => addMs(now(), LEASE_SECONDS * 1000).toISOString()
  const get: IngestTable['get'] = (message) => rows.get(message)
  /** The row as it is then; undefined: it is not the one that was read. */
  const changed = async (row: IngestRow, next: IngestRow, expected: Partial<IngestRow>) => {
    const written = { ...next, revision: row.revision + 1 }
    return (await rows.replace(row, written, { revision: row.revision, ...expected })) ? written : undefined
  }
  return {
    get,
    begin: (message, bytes) => rows.putNew(message, newRow(message, bytes, now().toISOString(), leased())),
    async beginDeletion(row) {
      if (row.state === 'deleting') return false
      // Whoever has the lease finds at its next write that it is lost: until then nothing is removed under its hands.
      const { lease: _lease, ...rest } = row
      const waiting = isHeld(row, now()) ? { lease: 'deletion' } : {}
      const deleting: IngestRow = { ...rest, ...waiting, state: 'deleting', standing: 'open', due: leased() }
      return (await changed(row, deleting, { state: row.state })) !== undefined
    },
    async claim(message, lease) {
      const row = await get(message)
      if (row?.standing !== 'open' || isHeld(row, now())) return undefined
      return changed(row, { ...row, lease, due: leased() }, { due: row.due })
    },
    renew: (row) => renewed(deps, row, leased()),
    async checkpoint(row, change) {
      return row.lease ? changed(row, { ...row, ...change, due: leased() }, { lease: row.lease }) : undefined
    },
    async release(row) {
      const { lease = '', ...rest } = row
      return (await changed(row, { ...rest, due: now().toISOString() }, { lease })) !== undefined
    },
  }
}
