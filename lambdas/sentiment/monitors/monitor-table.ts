import { type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { monitorRow } from '../contract/monitor-row.ts'
import { watchRow } from '../contract/watch-row.ts'
import { type MonitorReader, type MonitorRow, monitorReader, platformsOf } from './monitor-reader-table.ts'

/** Monitors of organisations, and the list of enabled ones; both are written together. */
export interface MonitorTable extends MonitorReader {
  /** By tenant. */
  list(org: string): Promise<readonly MonitorRow[]>
  /** false: the organisation has a monitor for this tenant. */
  create(row: MonitorRow): Promise<boolean>
  /** false: another request changed it first. */
  replace(before: MonitorRow, after: MonitorRow): Promise<boolean>
  /** false: another request changed it first. */
  remove(before: MonitorRow): Promise<boolean>
}

const keyOf = ({ org, tenant }: Pick<MonitorRow, 'org' | 'tenant'>) => ({ org, tenant })

const entryOf = (row: MonitorRow): RowOf<typeof watchRow> => ({
  ...keyOf(row),
  stage: row.stage,
  platforms: [...platformsOf(row)],
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
    ...monitorReader(deps),
    list: (org) => monitors.all({ org }),
    create: (row) => together([monitors.steps.putNew(keyOf(row), row), ...watching(undefined, row)]),
    replace: (before, after) =>
      together([monitors.steps.replace(keyOf(after), after, { version: before.version }), ...watching(before, after)]),
    remove: (before) =>
      together([monitors.steps.remove(keyOf(before), { version: before.version }), ...watching(before, undefined)]),
  }
}
