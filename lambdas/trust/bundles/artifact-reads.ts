import { encodeCursor, type RowTable } from '@signet/kernel'
import type { artifactRow } from '../contract/artifact-rows.ts'
import { BUNDLE_ARTIFACTS_MAX } from '../contract/bundles.ts'
import type { ArtifactRow } from './artifact-objects.ts'

/** Which artifact of an organisation. */
export interface ArtifactName {
  readonly org: string
  readonly hash: string
  readonly slug: string
}

/** Artifacts of organisations, as they are read one by one and by bundle. */
export interface ArtifactReads {
  /** `undefined`: the organisation has no such artifact. */
  find(name: ArtifactName): Promise<ArtifactRow | undefined>
  /** By slug. */
  bundle(org: string, hash: string): Promise<readonly ArtifactRow[]>
}

/** Reads of artifacts over their rows. */
export const artifactReads = (rows: Pick<RowTable<typeof artifactRow>, 'get' | 'page'>): ArtifactReads => ({
  find: (name) => rows.get(name),
  async bundle(org, hash) {
    const cursor = encodeCursor({ sk: `ARTIFACT#${hash}#` })
    const { rows: page } = await rows.page({ org }, { limit: BUNDLE_ARTIFACTS_MAX, cursor })
    return page.filter(({ receipt_hash }) => receipt_hash === hash)
  },
})
