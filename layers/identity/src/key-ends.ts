import { rowTable, type TableDeps, transact } from '@signet/kernel'
import type { OrgKey } from './key-bounds.ts'
import { apiKeyRow, orgKeyRow } from './key-rows.ts'

export const KEYS_MAX = 50

/** More than there can be: every working key must be listed, or nobody could revoke it. */
const LISTED_MAX = 10 * KEYS_MAX

export interface KeyEnds {
  /** Newest first. */
  list(org: string): Promise<readonly OrgKey[]>
  /** Ends a key and the keys that it made. False if the organization has no such key. */
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
      // A rotation meanwhile would leave a raw key that nobody could revoke.
      const entry = listed.steps.remove({ org, id }, { digest, oldDigest })
      return { steps: [...raw.map((each) => keys.steps.remove({ digest: each })), entry], result: true }
    })

  // What a key made goes first: whoever is interrupted finds the key again and repeats it.
  const revoke: KeyEnds['revoke'] = async (org, id) => {
    const all = await list(org)
    const digest = all.find((key) => key.id === id)?.digest
    const made = digest === undefined ? [] : all.filter(({ madeBy = [] }) => madeBy.includes(digest))
    for (const key of made) await end(org, key.id)
    return end(org, id)
  }

  return {
    list,
    revoke,
    async revokeAllOf(org, userId) {
      const made = (await list(org)).filter((key) => key.userId === userId)
      for (const { id } of made) await revoke(org, id)
    },
  }
}
