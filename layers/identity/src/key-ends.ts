import { rowTable, type TableDeps, transact } from '@signet/kernel'
import type { OrgKey } from './key-bounds.ts'
import { apiKeyRow, orgKeyRow } from './key-rows.ts'

export const KEYS_MAX = 50

/** Exceeds the possible number of keys, because every working key must be listed to be revocable. */
const LISTED_MAX = 10 * KEYS_MAX

export interface KeyEnds {
  /** Lists keys, newest first. */
  list(org: string): Promise<readonly OrgKey[]>
  /** Revokes a key and the keys that it created. Returns false if the organization has no such key. */
  revoke(org: string, id: string): Promise<boolean>
  revokeAllOf(org: string, userId: string): Promise<void>
}

export const keyEnds = (deps: TableDeps): KeyEnds => {
  const listed = rowTable(orgKeyRow, deps)
  const keys = rowTable(apiKeyRow, deps)

  const list: KeyEnds['list'] = async (org) =>
    (await listed.page({ org }, { limit: LISTED_MAX, newestFirst: true })).rows

  const end = (org: string, id: string): Promise<boolean> =>
    transact(deps, async () => {
      const key = await listed.get({ org, id })
      if (!key) return { result: false }
      const { digest, oldDigest } = key
      const raw = [digest, ...(oldDigest === undefined ? [] : [oldDigest])]
      // Conditional on the digests: a concurrent rotation would leave a raw key that cannot be revoked.
      const entry = listed.steps.remove({ org, id }, { digest, oldDigest })
      return { steps: [...raw.map((each) => keys.steps.remove({ digest: each })), entry], result: true }
    })

  // Child keys are revoked first, so that an interrupted call finds the key again and can be repeated.
  const revoke: KeyEnds['revoke'] = async (org, id) => {
    const all = await list(org)
    const digest = all.find((key) => key.id === id)?.digest
    const children = digest === undefined ? [] : all.filter(({ madeBy = [] }) => madeBy.includes(digest))
    for (const key of children) await end(org, key.id)
    return end(org, id)
  }

  return {
    list,
    revoke,
    async revokeAllOf(org, userId) {
      const children = (await list(org)).filter((key) => key.userId === userId)
      for (const { id } of children) await revoke(org, id)
    },
  }
}
