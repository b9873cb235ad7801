import { reply } from '@signet/contracts'
import { type Log, refusal, unavailable } from '@signet/kernel'
import type { TrustArtifact } from '../contract/bundles.ts'
import type { ArtifactRow } from './artifact-objects.ts'
import type { ExceededLimit } from './bundle-quota.ts'
import type { ArtifactStored, StoreDeps } from './store-artifact.ts'

export interface BundleDeps extends StoreDeps {
  readonly log: Pick<Log, 'warn'>
}

export const artifactView = (
  org: string,
  { object: _object, access = 'public', ...row }: ArtifactRow,
): TrustArtifact => ({
  ...row,
  // Rows written before `access` existed have no value.
  access,
  tenant_id: org,
})

/**
 * Deletes objects of an organization that no artifact references. After a failure, the next change to its artifacts
 * deletes them.
 */
export const sweepUnreferencedObjects = async ({ unreferenced, log }: BundleDeps, org: string): Promise<void> => {
  await unreferenced
    .sweep(org)
    .catch((error: unknown) => log.warn('unreferenced artifact objects not removed', { org, error }))
}

export interface StoreResult {
  readonly row: ArtifactRow
  readonly created: boolean
  readonly warnings: readonly { readonly rule: string; readonly message: string }[]
}

export const storedReply = (org: string, { row, created, warnings }: StoreResult) => {
  const body = { row: artifactView(org, row), content_hash: row.content_hash, created, warnings: [...warnings] }
  return reply(created ? 201 : 200, body)
}

export const foreignHashRefusal = () =>
  refusal('cross_tenant_conflict', 'The hash belongs to a receipt or a bundle of another organization')

const LIMIT_MESSAGES: Readonly<Record<ExceededLimit['code'], (usage: Omit<ExceededLimit, 'code'>) => string>> = {
  trust_bundle_limit: ({ limit }) => `The bundle has reached the limit of ${limit} documents. Remove or replace one`,
  trust_artifact_limit: ({ limit }) =>
    `The organization has reached the limit of ${limit} documents across all bundles. Remove or replace one`,
  trust_storage_limit: ({ limit, current }) =>
    `The organization's documents would exceed ${limit} bytes in total; ${current} bytes are in use. Remove a document`,
}

export const quotaRefusal = ({ code, limit, current }: ExceededLimit) =>
  refusal(code, LIMIT_MESSAGES[code]({ limit, current }), { extras: { limit, current } })

/**
 * Returns the reply for the result of storing an artifact of this type.
 * @throws Refusal 503 if a concurrent request stored the same bytes
 */
export const replyOf = (org: string, type: string, stored: ArtifactStored) => {
  switch (stored.outcome) {
    case 'refused': {
      const { rule, message } = stored.verdict
      const text = `The bytes are not valid ${type}: ${message}`
      const extras = { rule }
      if (rule === 'too_large') return refusal('payload_too_large', text, { extras })
      return refusal('unsupported_media_type', text, { extras })
    }
    case 'foreign':
      return foreignHashRefusal()
    case 'full':
      return quotaRefusal(stored)
    case 'overtaken':
      throw unavailable('Another request is storing the same bytes; try again', 1)
    case 'stored':
      return storedReply(org, { row: stored.row, created: stored.isNew, warnings: stored.warnings })
  }
}
