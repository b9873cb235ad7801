import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { watchRow } from '../contract/watch-row.ts'

export interface WatchTable {
  watched(): Promise<readonly RowOf<typeof watchRow>[]>
}

export const watchTable = (deps: TableDeps): WatchTable => {
  const watches = rowTable(watchRow, deps)
  return { watched: () => watches.all({}) }
}
