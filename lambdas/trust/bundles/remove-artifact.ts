import { transact } from '@signet/kernel'
import { artifactKey } from './artifact-objects.ts'
import type { ArtifactName } from './artifact-table.ts'
import type { StoreDeps } from './store-artifact.ts'

/**
 * Removes the bytes of an artifact, then its row, and with the last one of a bundle whose the hash is. Killed between the two, the
 * artifact is there without bytes, and the same again removes it. `foreign`: it is there, of another organisation.
 */
export const removeArtifact =
  ({ artifacts, objects, ownerOf, ...deps }: Omit<StoreDeps, 'spend'>) =>
  (name: ArtifactName): Promise<'removed' | 'foreign' | 'absent'> =>
    transact<'removed' | 'foreign' | 'absent'>(deps, async () => {
      const { org, hash, slug } = name
      const owner = await ownerOf(hash)
      const shelf = await artifacts.shelf(org)
      const bundle = shelf.all.filter(({ receipt_hash }) => receipt_hash === hash)
      const row = bundle.find(({ artifact_slug }) => artifact_slug === slug)
      if (!row) {
        const theirs = owner.org !== undefined && owner.org !== org ? owner.org : undefined
        const isTheirs = theirs !== undefined && (await artifacts.find({ org: theirs, hash, slug })) !== undefined
        return { result: isTheirs ? 'foreign' : 'absent' }
      }
      await objects.remove([artifactKey(org, row)])
      const gone = artifacts.steps.remove({ org, hash, slug }, { object: row.object })
      const freed = bundle.length === 1 ? owner.freed(org) : []
      return { steps: [gone, shelf.alone, ...freed], result: 'removed' }
    })
