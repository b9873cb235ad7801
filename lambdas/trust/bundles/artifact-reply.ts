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
  // A row from before there was a choice has none.
  access,
  tenant_id: org,
})

/** Removes what nobody names any more. What fails here is found by the next change of the organization. */
export const swept = async ({ loose, log }: BundleDeps, org: string): Promise<void> => {
  await loose.sweep(org).catch((error: unknown) => log.warn('objects of no artifact are left', { org, error }))
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
  refusal('cross_tenant_conflict', 'The hash is of a receipt or a bundle of another organization')

export const fullRefusal = ({ code, limit, current }: Full) =>
  refusal(code, `There is no room for it: ${current} of ${limit} are used`, { extras: { limit, current } })

/**
 * The answer to what became of an artifact of this type.
 * @throws Refusal 503 where another request stored the same bytes meanwhile
 */
export const answerOf = (org: string, type: string, stored: ArtifactStored) => {
  switch (stored.outcome) {
    case 'refused': {
      const { rule, message } = stored.verdict
      const sentence = `The bytes are no ${type}: ${message}`
      const extras = { rule }
      if (rule === 'too_large') return refusal('payload_too_large', sentence, { extras })
      return refusal('unsupported_media_type', sentence, { extras })
    }
    case 'foreign':
      return foreignHash()
    case 'full':
      return fullRefusal(stored)
    case 'overtaken':
      throw unavailable('Another request stores the same bytes; ask again', 1)
    case 'stored':
      return storedReply(org, { row: stored.row, created: stored.isNew, warnings: stored.warnings })
  }
}
