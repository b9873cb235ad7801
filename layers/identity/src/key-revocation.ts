import { rowTable, type TableDeps, transact } from '@signet/kernel'
import type { OrgKey } from './key-bounds.ts'
import { apiKeyRow, orgKeyRow } from './key-rows.ts'

export const KEYS_MAX = 50

/** Exceeds the possible number of keys, because every working key must be listed to be revocable. */
const LISTED_MAX = 10 * KEYS_MAX

export interface KeyRevocation {
  /** Lists keys, newest first. */
  list(org: string): Promise<readonly OrgKey[]>
  /** Revokes a key and the keys that it created. Returns false if the organization has no such key. */
  revoke(org: string, id: string): Promise<boolean>
  revokeAllOf(org: string, userId: string): Promise<void>
}

export const keyRevocation = (deps: TableDeps): KeyRevocation => {
  const listEntries = rowTable(orgKeyRow, deps)
  const keys = rowTable(apiKeyRow, deps)

  const list: KeyRevocation['list'] = async (org) =>
    (await listEntries.page({ org }, { limit: LISTED_MAX, newestFirst: true })).rows

  const revokeOne = (org: string, id: string): Promise<boolean> =>
    transact(deps, async () => {
      const key = await listEntries.get({ org, id })
      if (!key) return { result: false }
      const { digest, oldDigest } = key
      const digests = [digest, ...(oldDigest === undefined ? [] : [oldDigest])]
      // Conditional on the digests. Otherwise the new raw key of a concurrent rotation could not be revoked.
      const entry = listEntries.steps.remove({ org, id }, { digest, oldDigest })
      return { steps: [...digests.map((each) => keys.steps.remove({ digest: each })), entry], result: true }
    })

  // Child keys are revoked first, so that an interrupted call finds the key again and can be repeated.
  const revoke: KeyRevocation['revoke'] = async (org, id) => {
    const allKeys = await list(org)
    const digest = allKeys.find((key) => key.id === id)?.digest
    const children =
      digest === undefined ? [] : allKeys.filter(({ ancestorDigests = [] }) => ancestorDigests.includes(digest))
    for (const key of children) await revokeOne(org, key.id)
    return revokeOne(org, id)
  }

  return {
    list,
    revoke,
    async revokeAllOf(org, userId) {
      const userKeys = (await list(org)).filter((key) => key.userId === userId)
      for (const { id } of userKeys) await revoke(org, id)
    },
  }
}
