import { ARTIFACTS_MAX, BUNDLE_ARTIFACTS_MAX, BYTES_MAX } from '../contract/bundles.ts'
import type { ArtifactRow } from './artifact-objects.ts'

export interface Full {
  readonly code: 'trust_bundle_limit' | 'trust_artifact_limit' | 'trust_storage_limit'
  readonly limit: number
  readonly current: number
}

interface ArtifactToStore {
  readonly hash: string
  readonly bytes: number
  readonly earlier: ArtifactRow | undefined
}

/** Returns the limit that storing another artifact would exceed; `undefined` if none. */
export const bundleQuotaRefusal = (
  all: readonly ArtifactRow[],
  { hash, bytes, earlier }: ArtifactToStore,
): Full | undefined => {
  const inBundle = all.filter(({ receipt_hash }) => receipt_hash === hash).length
  const used = all.reduce((sum, { byte_size }) => sum + byte_size, 0)
  if (!earlier && inBundle >= BUNDLE_ARTIFACTS_MAX)
    return { code: 'trust_bundle_limit', limit: BUNDLE_ARTIFACTS_MAX, current: inBundle }
  if (!earlier && all.length >= ARTIFACTS_MAX)
    return { code: 'trust_artifact_limit', limit: ARTIFACTS_MAX, current: all.length }
  if (used - (earlier?.byte_size ?? 0) + bytes > BYTES_MAX)
    return { code: 'trust_storage_limit', limit: BYTES_MAX, current: used }
  return undefined
}
