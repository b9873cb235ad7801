import type { ServiceErasure } from '@signet/erasure'
import { rowTable, type TableDeps } from '@signet/kernel'
import { monitorRow } from '../contract/monitor-row.ts'
import type { CredentialStore } from '../monitors/credential-store.ts'

export interface ErasureDeps extends TableDeps {
  readonly credentials: Pick<CredentialStore, 'delete'>
}

/**
 * Deletes the credentials of all monitors before their rows. Credentials that are replaced in between are deleted in
 * the next run.
 */
export const deleteCredentials = ({ credentials, ...deps }: ErasureDeps): ServiceErasure => ({
  async before({ org_id: org }) {
    if (org === null) return 'done'
    const monitors = rowTable(monitorRow, deps)
    const monitorsBefore = await monitors.all({ org })
    for (const monitor of monitorsBefore) await credentials.delete(monitor, monitor.secret_ref)
    const refs = new Set(monitorsBefore.map(({ secret_ref }) => secret_ref))
    return (await monitors.all({ org })).every(({ secret_ref }) => refs.has(secret_ref)) ? 'done' : 'working'
  },
})
