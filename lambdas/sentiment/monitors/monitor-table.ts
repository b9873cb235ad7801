import { limitStep, type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { enabledMonitorRow } from '../contract/enabled-monitor-row.ts'
import { monitorRow } from '../contract/monitor-row.ts'
import { type MonitorReader, type MonitorRow, monitorReader, platformsOf } from './monitor-reader-table.ts'

export const MONITORS_MAX = 50

export type Creation = 'created' | 'taken' | 'full'

/** Monitors of organizations, and the index of enabled ones. Both are written together. */
export interface MonitorTable extends MonitorReader {
  list(org: string): Promise<readonly MonitorRow[]>
  /** Checks if another monitor can be created for this tenant. Writes nothing. */
  checkCapacity(key: Pick<MonitorRow, 'org' | 'tenant'>): Promise<Exclude<Creation, 'created'> | 'available'>
  /** Creates a monitor. Concurrent requests never exceed the limit. */
  create(row: MonitorRow): Promise<Creation>
  /** Returns false if another request changed it first. */
  replace(before: MonitorRow, after: MonitorRow): Promise<boolean>
  /** Returns false if another request changed it first. */
  remove(before: MonitorRow): Promise<boolean>
}

const keyOf = ({ org, tenant }: Pick<MonitorRow, 'org' | 'tenant'>) => ({ org, tenant })

const entryOf = (row: MonitorRow): RowOf<typeof enabledMonitorRow> => ({
  ...keyOf(row),
  stage: row.stage,
  platforms: [...platformsOf(row)],
})

export const monitorTable = (deps: TableDeps): MonitorTable => {
  const monitors = rowTable(monitorRow, deps)
  const enabledMonitors = rowTable(enabledMonitorRow, deps)

  const writeTogether = (steps: readonly WriteStep[]): Promise<boolean> =>
    transact<boolean>(deps, async (refused) => (refused ? { result: false } : { steps, result: true }))

  const enabledMonitorSteps = (before: MonitorRow | undefined, after: MonitorRow | undefined): WriteStep[] => {
    if (after?.enabled)
      return [
        before?.enabled
          ? enabledMonitors.steps.replace(keyOf(after), entryOf(after), {})
          : enabledMonitors.steps.putNew(keyOf(after), entryOf(after)),
      ]
    return before?.enabled ? [enabledMonitors.steps.remove(keyOf(before), {})] : []
  }

  const list: MonitorTable['list'] = (org) => monitors.all({ org })

  const create: MonitorTable['create'] = (row) => {
    const { org, tenant } = row
    const count = async () => (await list(org)).length
    return transact<Creation>(deps, async () => {
      if (await monitors.get({ org, tenant })) return { result: 'taken' }
      const capacity = await limitStep(deps, { owner: org, list: 'monitors', max: MONITORS_MAX, count })
      if (!capacity) return { result: 'full' }
      const steps = [monitors.steps.putNew({ org, tenant }, row), ...enabledMonitorSteps(undefined, row), capacity]
      return { steps, result: 'created' }
    })
  }

  return {
    ...monitorReader(deps),
    list,
    async checkCapacity({ org, tenant }) {
      const rows = await list(org)
      if (rows.some((row) => row.tenant === tenant)) return 'taken'
      return rows.length >= MONITORS_MAX ? 'full' : 'available'
    },
    create,
    replace: (before, after) =>
      writeTogether([
        monitors.steps.replace(keyOf(after), after, { version: before.version }),
        ...enabledMonitorSteps(before, after),
      ]),
    remove: (before) =>
      writeTogether([
        monitors.steps.remove(keyOf(before), { version: before.version }),
        ...enabledMonitorSteps(before, undefined),
      ]),
  }
}
