import { transact } from '@signet/kernel'
import type { ArtifactRow } from './artifact-objects.ts'
import type { ArtifactName } from './artifact-table.ts'
import type { StoreDeps } from './store-artifact.ts'

/** Says who may have an artifact, whose bytes stay. The same again changes nothing. `undefined`: there is none. */
export const changeAccess =
  ({ artifacts, ...deps }: Pick<StoreDeps, 'artifacts' | 'db' | 'table' | 'now'>) =>
  (name: ArtifactName, access: ArtifactRow['access']): Promise<ArtifactRow | undefined> =>
    transact<ArtifactRow | undefined>(deps, async () => {
      const row = await artifacts.find(name)
      if (!row || (row.access ?? 'public') === access) return { result: row }
      const after = { ...row, access }
      // Of bytes that were replaced meanwhile, the row is read again.
      return {
        steps: [artifacts.steps.replace(name, after, { object: row.object, access: row.access })],
        result: after,
      }
    })
