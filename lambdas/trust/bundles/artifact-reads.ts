import { encodeCursor, type RowTable } from '@signet/kernel'
import type { artifactRow } from '../contract/artifact-rows.ts'
import { BUNDLE_ARTIFACTS_MAX } from '../contract/bundles.ts'
import type { ArtifactRow } from './artifact-objects.ts'

export interface ArtifactName {
  readonly org: string
  readonly hash: string
  readonly slug: string
}

export interface ArtifactReads {
  /** `undefined`: the organisation has no such artifact. */
  find(name: ArtifactName): Promise<ArtifactRow | undefined>
  /** By slug. */
  bundle(org: string, hash: string): Promise<readonly ArtifactRow[]>
}

export const artifactReads = (rows: Pick<RowTable<typeof artifactRow>, 'get' | 'page'>): ArtifactReads => ({
  find: (name) => rows.get(name),
  async bundle(org, hash) {
    const cursor = encodeCursor({ sk: `ARTIFACT#${hash}#` })
    const { rows: page } = await rows.page({ org }, { limit: BUNDLE_ARTIFACTS_MAX, cursor })
    return page.filter(({ receipt_hash }) => receipt_hash === hash)
  },
})
