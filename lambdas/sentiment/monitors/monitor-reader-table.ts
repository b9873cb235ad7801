import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { PLATFORMS, type Platform } from '../contract/monitor.ts'
import { monitorRow } from '../contract/monitor-row.ts'

export type MonitorRow = Readonly<RowOf<typeof monitorRow>>

/** Platforms that a monitor has read with each cycle while it is enabled itself. */
export const platformsOf = ({ platforms }: Pick<MonitorRow, 'platforms'>): readonly Platform[] =>
  PLATFORMS.filter((platform) => platforms[platform].enabled)

/** Monitors, for those who only act by them. */
export interface MonitorReader {
  get(org: string, tenant: string): Promise<MonitorRow | undefined>
}

export const monitorReader = (deps: TableDeps): MonitorReader => {
  const monitors = rowTable(monitorRow, deps)
  return { get: (org, tenant) => monitors.get({ org, tenant }) }
}
