import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { PLATFORMS, type Platform } from '../contract/monitor.ts'
import { monitorRow } from '../contract/monitor-row.ts'

export type MonitorRow = Readonly<RowOf<typeof monitorRow>>

export const platformsOf = ({ platforms }: Pick<MonitorRow, 'platforms'>): readonly Platform[] =>
  PLATFORMS.filter((platform) => platforms[platform].enabled)

export interface MonitorReader {
  get(org: string, tenant: string): Promise<MonitorRow | undefined>
}

export const monitorReader = (deps: TableDeps): MonitorReader => {
  const monitors = rowTable(monitorRow, deps)
  return { get: (org, tenant) => monitors.get({ org, tenant }) }
}
