import { encodeCursor, type RowTable } from '@signet/kernel'
import type { artifactRow } from '../contract/artifact-rows.ts'
import { BUNDLE_ARTIFACTS_MAX } from '../contract/bundles.ts'
import type { ArtifactRow } from './artifact-objects.ts'

/** The artifacts of a bundle, by slug. */
export const bundleArtifacts =
  (rows: Pick<RowTable<typeof artifactRow>, 'page'>) =>
  async (org: string, hash: string): Promise<readonly ArtifactRow[]> => {
    const cursor = encodeCursor({ sk: `ARTIFACT#${hash}#` })
    const { rows: page } = await rows.page({ org }, { limit: BUNDLE_ARTIFACTS_MAX, cursor })
    return page.filter(({ receipt_hash }) => receipt_hash === hash)
  }
