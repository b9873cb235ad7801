import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type RowOf, rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { conditionHeld } from '@signet/kernel/table'
import { sliceRow } from '../contract/slice-rows.ts'
import type { IngestMessage } from './ingest-queue.ts'
import { type IngestRow, ZERO_COUNTS } from './ingest-table.ts'
import { type Leases, leases } from './leases.ts'
import type { Slice } from './plan-slices.ts'
import { originKeyOf } from './versions.ts'

export type SliceRow = RowOf<typeof sliceRow>

export interface SliceTable
  extends Pick<Leases<SliceRow>, 'isHeld' | 'claim' | 'renew' | 'postpone' | 'checkpoint' | 'release'> {
  /** Stores a planned slice. Repeating it changes nothing. */
  plan(message: IngestMessage, file: number, slice: Slice): Promise<void>
  /** Lists the slices of the import's current file from the position of the import on, in file order. */
  ofCurrentFile(row: IngestRow): Promise<readonly SliceRow[]>
  end(row: SliceRow, end: Pick<SliceRow, 'failure'>): Promise<boolean>
  /**
   * Removes all slices before their import is deleted. Revokes the leases of slices that a worker is reading, and then
   * returns false.
   */
  removeAll(message: IngestMessage): Promise<boolean>
}

const setDue = ({ db, table }: TableDeps, row: SliceRow, due: string): Promise<boolean> =>
  conditionHeld(
    db.send(
      new UpdateCommand({
        TableName: table,
        Key: rowKey(sliceRow, row),
        UpdateExpression: 'SET due = :due',
        ConditionExpression: 'lease = :lease',
        ExpressionAttributeValues: { ':due': due, ':lease': row.lease },
      }),
    ),
  )

export const sliceTable = (deps: TableDeps): SliceTable => {
  const rows = rowTable(sliceRow, deps)
  const sliceLeases = leases<SliceRow>(
    { replace: rows.replace, setDue: (row, due) => setDue(deps, row, due) },
    deps.now,
  )
  const { isHeld, claim, renew, postpone, checkpoint, release } = sliceLeases
  const revokeOrRemove = async (row: SliceRow): Promise<boolean> => {
    if (!isHeld(row)) return rows.remove(row, { revision: row.revision })
    if (row.lease !== 'deletion') await sliceLeases.replaceUnchanged(row, { ...row, ...sliceLeases.revokedLease(row) })
    return false
  }
  return {
    isHeld,
    claim,
    renew,
    postpone,
    checkpoint,
    release,
    async plan({ workspace, upload }, file, { from, end, deferred }) {
      const slice = originKeyOf({ file, start: from.offset })
      const row: SliceRow = {
        workspace,
        upload,
        slice,
        file,
        from,
        end,
        deferred: [...deferred],
        standing: 'open',
        due: deps.now().toISOString(),
        revision: 0,
        counts: ZERO_COUNTS,
        errors: [],
      }
      await rows.putNew(row, row)
    },
    async ofCurrentFile({ workspace, upload, file, position }) {
      const all = await rows.all({ workspace, upload })
      return all.filter((slice) => slice.file === file && slice.from.offset >= (position?.offset ?? 0))
    },
    async end(row, { failure }) {
      const { lease, tries: _tries, ...unleasedRow } = row
      const ended: SliceRow = { ...unleasedRow, ...(failure === undefined ? {} : { failure }), standing: 'ended' }
      return lease !== undefined && (await sliceLeases.replaceUnchanged(row, ended, { lease })) !== undefined
    },
    async removeAll(message) {
      const results = await Promise.all((await rows.all(message)).map(revokeOrRemove))
      return results.every((isRemoved) => isRemoved)
    },
  }
}
