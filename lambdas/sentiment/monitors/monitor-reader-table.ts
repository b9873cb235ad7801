import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { monitorRow } from '../contract/monitor-row.ts'

export type MonitorRow = Readonly<RowOf<typeof monitorRow>>

/** Monitors, for those who only act by them. */
export interface MonitorReader {
  get(org: string, tenant: string): Promise<MonitorRow | undefined>
}

export const monitorReader = (deps: TableDeps): MonitorReader => {
  const monitors = rowTable(monitorRow, deps)
  return { get: (org, tenant) => monitors.get({ org, tenant }) }
}
