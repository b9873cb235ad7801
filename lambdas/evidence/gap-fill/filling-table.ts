import { type RowOf, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { fillingRow } from '../contract/gap-fill-rows.ts'
import type { LibraryKey } from '../library/asset-table.ts'

export type FillingRow = RowOf<typeof fillingRow>

/** Asynchronous gap fills in the evidence table, with optimistic locking. */
export const fillingTable = (deps: TableDeps) => {
  const rows = rowTable(fillingRow, deps)
  return {
    find: (key: LibraryKey, id: string): Promise<FillingRow | undefined> => rows.get({ ...key, id }),
    newStep: (key: LibraryKey, row: FillingRow): WriteStep => rows.steps.putNew({ ...key, id: row.id }, row),
    step: (key: LibraryKey, before: FillingRow, after: FillingRow): WriteStep =>
      rows.steps.replace(
        { ...key, id: before.id },
        { ...after, version: before.version + 1 },
        { version: before.version },
      ),
    /** Returns the changed row, or undefined after a concurrent change. */
    async change(key: LibraryKey, before: FillingRow, changed: Partial<FillingRow>): Promise<FillingRow | undefined> {
      const after = { ...before, ...changed, version: before.version + 1 }
      const isChanged = await rows.replace({ ...key, id: before.id }, after, { version: before.version })
      return isChanged ? after : undefined
    },
  }
}

export type FillingTable = ReturnType<typeof fillingTable>
