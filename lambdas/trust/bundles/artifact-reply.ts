import { reply } from '@signet/contracts'
import { type Log, refusal, unavailable } from '@signet/kernel'
import type { TrustArtifact } from '../contract/bundles.ts'
import type { ArtifactRow } from './artifact-objects.ts'
import type { Full } from './bundle-quota.ts'
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

/** Removes unnamed objects of an organization. A failure is retried with its next change. */
export const sweepLooseObjects = async ({ loose, log }: BundleDeps, org: string): Promise<void> => {
  await loose.sweep(org).catch((error: unknown) => log.warn('unnamed artifact objects not removed', { org, error }))
}

export interface StoredAnswer {
  readonly row: ArtifactRow
  readonly created: boolean
  readonly warnings: readonly { readonly rule: string; readonly message: string }[]
}

export const storedReply = (org: string, { row, created, warnings }: StoredAnswer) => {
  const body = { row: artifactView(org, row), content_hash: row.content_hash, created, warnings: [...warnings] }
  return reply(created ? 201 : 200, body)
}

export const foreignHash = () =>
  refusal('cross_tenant_conflict', 'The hash belongs to a receipt or a bundle of another organization')

export const fullRefusal = ({ code, limit, current }: Full) =>
  refusal(code, `The limit is exceeded: ${current} of ${limit} are in use`, { extras: { limit, current } })

/**
 * Returns the reply for the result of storing an artifact of this type.
 * @throws Refusal 503 if a concurrent request stored the same bytes
 */
export const answerOf = (org: string, type: string, stored: ArtifactStored) => {
  switch (stored.outcome) {
    case 'refused': {
      const { rule, message } = stored.verdict
      const sentence = `The bytes are not valid ${type}: ${message}`
      const extras = { rule }
      if (rule === 'too_large') return refusal('payload_too_large', sentence, { extras })
      return refusal('unsupported_media_type', sentence, { extras })
    }
    case 'foreign':
      return foreignHash()
    case 'full':
      return fullRefusal(stored)
    case 'overtaken':
      throw unavailable('Another request is storing the same bytes; try again', 1)
    case 'stored':
      return storedReply(org, { row: stored.row, created: stored.isNew, warnings: stored.warnings })
  }
}
