import { eraseRows, rowTable, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import { monitorRow } from '../contract/monitor-row.ts'
import { watchRow } from '../contract/watch-row.ts'
import type { CredentialStore } from '../monitors/credential-store.ts'

export interface EraseDeps extends TableDeps {
  readonly credentials: Pick<CredentialStore, 'drop'>
}

/** Partitions of what belongs to a monitor. */
const OF_MONITOR = ['LISTEN', 'BATCH', 'ENDPOINT', 'CYCLE']

/** Erases every monitor of the organisation: its own row goes last, so that a repetition finds what is left. */
export const eraseMonitors =
  (deps: EraseDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    const monitors = rowTable(monitorRow, deps)
    const watches = rowTable(watchRow, deps)
    for (const row of await monitors.all({ org })) {
      await deps.credentials.drop(row, row.secret_ref)
      for (const word of OF_MONITOR) await eraseRows(deps, { pk: `${word}#${org}#${row.tenant}` })
      // A cycle asks for those that are watched: it goes before the monitor.
      await watches.remove({ org, tenant: row.tenant })
      if (!(await monitors.remove({ org, tenant: row.tenant }, { version: row.version }))) return 'working'
    }
    return 'done'
  }
