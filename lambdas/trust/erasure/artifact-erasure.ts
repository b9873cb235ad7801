import { type Account, type ExportFile, removeObjects, type ServiceErasure } from '@signet/erasure'
import { rowTable, type TableDeps } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { artifactObjectKey, organizationPrefix } from '../bundles/artifact-objects.ts'
import { stagedArtifacts, stagingKey } from '../bundles/staged-artifacts.ts'
import { artifactRow } from '../contract/artifact-rows.ts'

export interface ErasureDeps extends TableDeps {
  readonly objects: Pick<Bucket, 'list' | 'read' | 'remove'>
}

const OBJECTS_MAX = 1_000

/** Removes uncommitted uploads of the organization. An upload in progress expires after a day. */
const removeStaged = async ({ objects, ...deps }: ErasureDeps, org: string): Promise<void> => {
  const keys = (await stagedArtifacts(deps).all({ org })).map(({ id }) => stagingKey(id))
  for (let from = 0; from < keys.length; from += OBJECTS_MAX) await objects.remove(keys.slice(from, from + OBJECTS_MAX))
}

async function* artifactFiles({ objects, ...deps }: ErasureDeps, { org_id: org }: Account): AsyncGenerator<ExportFile> {
  if (org === null) return
  for (const artifact of await rowTable(artifactRow, deps).all({ org })) {
    const bytes = await objects.read(artifactObjectKey(org, artifact))
    if (bytes) yield { path: `artifacts/${artifact.receipt_hash}/${artifact.artifact_slug}`, bytes }
  }
}

/** Erasure of trust pages: removes the bytes of artifacts before the rows, including objects that no artifact names. */
export const artifactErasure = (deps: ErasureDeps): ServiceErasure => ({
  files: (account) => artifactFiles(deps, account),
  async before({ org_id: org }) {
    if (org === null) return 'done'
    await removeObjects(deps.objects, [organizationPrefix(org)])
    await removeStaged(deps, org)
    return 'done'
  },
})
