import { type RowOf, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { fillingRow } from '../contract/gap-fill-rows.ts'
import type { LibraryKey } from '../library/asset-table.ts'

export type FillingRow = RowOf<typeof fillingRow>

/** Gap-fills that run by themselves, over the one table. Each change is made to what was read. */
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
    /** The row after the change; undefined where another has changed it. */
    async change(key: LibraryKey, before: FillingRow, changed: Partial<FillingRow>): Promise<FillingRow | undefined> {
      const after = { ...before, ...changed, version: before.version + 1 }
      const isChanged = await rows.replace({ ...key, id: before.id }, after, { version: before.version })
      return isChanged ? after : undefined
    },
  }
}

export type FillingTable = ReturnType<typeof fillingTable>
