import { type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { PLATFORMS } from '../contract/monitor.ts'
import { monitorRow, watchRow } from '../contract/rows.ts'

export type MonitorRow = Readonly<RowOf<typeof monitorRow>>
export type Watched = Readonly<RowOf<typeof watchRow>>

/** Monitors of organisations, and the list of those that are enabled, which are written together. */
export interface MonitorTable {
  get(org: string, tenant: string): Promise<MonitorRow | undefined>
  /** By tenant. */
  list(org: string): Promise<readonly MonitorRow[]>
  /** false: the organisation has one for this tenant. */
  create(row: MonitorRow): Promise<boolean>
  /** false: somebody changed it first. */
  replace(before: MonitorRow, after: MonitorRow): Promise<boolean>
  /** false: somebody changed it first. */
  remove(before: MonitorRow): Promise<boolean>
  /** All that are enabled. */
  watched(): Promise<readonly Watched[]>
}

const keyOf = ({ org, tenant }: Pick<MonitorRow, 'org' | 'tenant'>) => ({ org, tenant })

const entryOf = (row: MonitorRow): Watched => ({
  ...keyOf(row),
  stage: row.stage,
  platforms: PLATFORMS.filter((platform) => row.platforms[platform].enabled),
})

export const monitorTable = (deps: TableDeps): MonitorTable => {
  const monitors = rowTable(monitorRow, deps)
  const watches = rowTable(watchRow, deps)

  const together = (steps: readonly WriteStep[]): Promise<boolean> =>
    transact<boolean>(deps, async (refused) => (refused ? { result: false } : { steps, result: true }))

  const watching = (before: MonitorRow | undefined, after: MonitorRow | undefined): WriteStep[] => {
    if (after?.enabled)
      return [
        before?.enabled
          ? watches.steps.replace(keyOf(after), entryOf(after), {})
          : watches.steps.putNew(keyOf(after), entryOf(after)),
      ]
    return before?.enabled ? [watches.steps.remove(keyOf(before), {})] : []
  }

  return {
    get: (org, tenant) => monitors.get({ org, tenant }),
    list: (org) => monitors.all({ org }),
    create: (row) => together([monitors.steps.putNew(keyOf(row), row), ...watching(undefined, row)]),
    replace: (before, after) =>
      together([monitors.steps.replace(keyOf(after), after, { version: before.version }), ...watching(before, after)]),
    remove: (before) =>
      together([monitors.steps.remove(keyOf(before), { version: before.version }), ...watching(before, undefined)]),
    watched: () => watches.all({}),
  }
}
