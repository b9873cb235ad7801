import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { enabledMonitorRow } from '../contract/enabled-monitor-row.ts'

export interface EnabledMonitorTable {
  list(): Promise<readonly RowOf<typeof enabledMonitorRow>[]>
}

export const enabledMonitorTable = (deps: TableDeps): EnabledMonitorTable => {
  const enabledMonitors = rowTable(enabledMonitorRow, deps)
  return { list: () => enabledMonitors.all({}) }
}
