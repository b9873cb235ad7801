import type { Erase } from '@signet/identity'
import { eraseRows, type TableDeps } from '@signet/kernel'
import type { CredentialStore } from '../monitors/credential-store.ts'
import type { MonitorTable } from '../monitors/monitor-table.ts'

export interface EraseDeps extends TableDeps {
  readonly monitors: Pick<MonitorTable, 'list' | 'remove'>
  readonly credentials: Pick<CredentialStore, 'drop'>
}

/** Partitions of what belongs to a monitor. */
const OF_MONITOR = ['LISTEN', 'BATCH', 'ENDPOINT', 'CYCLE']

/** Erases every monitor of the organisation: its own row goes last, so that a repetition finds what is left. */
export const eraseMonitors =
  (deps: EraseDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    for (const row of await deps.monitors.list(org)) {
      await deps.credentials.drop(row, row.secret_ref)
      for (const word of OF_MONITOR) await eraseRows(deps, { pk: `${word}#${org}#${row.tenant}` })
      if (!(await deps.monitors.remove(row))) return 'working'
    }
    return 'done'
  }
