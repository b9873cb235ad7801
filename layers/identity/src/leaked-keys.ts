import { type RowOf, rowTable, type SecretSource, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { apiKeyDigest, isWellFormedApiKey } from './api-key.ts'
import { apiKeyRow, orgKeyRow } from './key-rows.ts'

export interface LeakedKey {
  readonly digest: string
  readonly row: RowOf<typeof apiKeyRow>
  readonly revokedAt: string
}

export interface LeakedKeysDeps extends TableDeps {
  readonly prefixes: readonly string[]
  readonly pepper: SecretSource
}

/** Revokes keys of every kind for any client that presents one: possession proves that the key has leaked. */
export interface LeakedKeys {
  /**
   * Revokes the key and removes it from its organization's list, in one transaction with the steps of `stepsOf`, so a
   * notification is sent exactly when the key is revoked. A rotated key in its grace period is revoked alone; its
   * successor stays valid. Returns undefined if the key does not exist or is already revoked.
   */
  revoke(raw: string, stepsOf: (leaked: LeakedKey) => readonly WriteStep[]): Promise<LeakedKey | undefined>
}

/** Revokes keys of all services, because they share a row kind. */
export const leakedKeys = (deps: LeakedKeysDeps): LeakedKeys => {
  const keys = rowTable(apiKeyRow, deps)
  const listEntries = rowTable(orgKeyRow, deps)
  // A raw key in its grace period is revoked alone. The current raw key is revoked together with its predecessor.
  const entrySteps = async (
    entryKey: { readonly org: string; readonly id: string },
    { digest, revokedAt }: Pick<LeakedKey, 'digest' | 'revokedAt'>,
  ) => {
    const entry = await listEntries.get(entryKey)
    if (!entry) return []
    const { oldDigest } = entry
    if (oldDigest === digest) {
      return [
        // A transition to the same organization: it only sets `oldUntil`.
        listEntries.steps.transition(entryKey, {
          field: 'org',
          from: [entryKey.org],
          to: entryKey.org,
          set: { oldUntil: revokedAt },
        }),
      ]
    }
    if (entry.digest !== digest) return []
    const predecessorSteps = oldDigest === undefined ? [] : [keys.steps.remove({ digest: oldDigest })]
    return [listEntries.steps.remove(entryKey, { digest, oldDigest }), ...predecessorSteps]
  }
  return {
    async revoke(raw, stepsOf) {
      if (!deps.prefixes.some((prefix) => isWellFormedApiKey(prefix, raw))) return undefined
      const digest = apiKeyDigest(await deps.pepper(), raw)
      return transact<LeakedKey | undefined>(deps, async () => {
        const row = await keys.get({ digest })
        const revokedAt = deps.now().toISOString()
        if (!row || (row.revoked_at !== undefined && row.revoked_at <= revokedAt)) return { result: undefined }
        const leaked = { digest, row, revokedAt }
        const expected = { revoked_at: row.revoked_at }
        const { key_id: id, org_id: org, tenant_id } = row
        const steps = [
          keys.steps.transition(
            { digest },
            // Only one of several concurrent reports revokes the key.
            { field: 'tenant_id', from: [tenant_id], to: tenant_id, set: { revoked_at: revokedAt }, expected },
          ),
          ...(id && org ? await entrySteps({ org, id }, leaked) : []),
          ...stepsOf(leaked),
        ]
        return { steps, result: leaked }
      })
    },
  }
}
