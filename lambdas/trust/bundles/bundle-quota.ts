import { ARTIFACTS_MAX, BUNDLE_ARTIFACTS_MAX, TOTAL_BYTES_MAX } from '../contract/bundles.ts'
import type { ArtifactRow } from './artifact-objects.ts'

export interface ExceededLimit {
  readonly code: 'trust_bundle_limit' | 'trust_artifact_limit' | 'trust_storage_limit'
  readonly limit: number
  readonly current: number
}

interface ArtifactToStore {
  readonly hash: string
  readonly bytes: number
  readonly existing: ArtifactRow | undefined
}

/** Returns the limit that storing another artifact would exceed; `undefined` if none. */
export const bundleQuotaRefusal = (
  artifacts: readonly ArtifactRow[],
  { hash, bytes, existing }: ArtifactToStore,
): ExceededLimit | undefined => {
  const bundleCount = artifacts.filter(({ receipt_hash }) => receipt_hash === hash).length
  const usedBytes = artifacts.reduce((sum, { byte_size }) => sum + byte_size, 0)
  if (!existing && bundleCount >= BUNDLE_ARTIFACTS_MAX)
    return { code: 'trust_bundle_limit', limit: BUNDLE_ARTIFACTS_MAX, current: bundleCount }
  if (!existing && artifacts.length >= ARTIFACTS_MAX)
    return { code: 'trust_artifact_limit', limit: ARTIFACTS_MAX, current: artifacts.length }
  if (usedBytes - (existing?.byte_size ?? 0) + bytes > TOTAL_BYTES_MAX)
    return { code: 'trust_storage_limit', limit: TOTAL_BYTES_MAX, current: usedBytes }
  return undefined
}
