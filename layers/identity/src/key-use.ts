import { keyBudget, quotas, rowTable, type TableDeps } from '@signet/kernel'
import type { OrgKey } from './key-bounds.ts'
import { apiKeyRow } from './key-rows.ts'

export interface UsedKey extends OrgKey {
  readonly lastUsed: string | null
  /** Credits used today; absent for a key without a budget. */
  readonly usedToday?: number
}

const KEYS_PATH = '/api/keys'

export const keyUse = (deps: TableDeps): ((keys: readonly OrgKey[]) => Promise<readonly UsedKey[]>) => {
  const keys = rowTable(apiKeyRow, deps)
  const counters = quotas(deps, KEYS_PATH)
  const withUse = async (key: OrgKey): Promise<UsedKey> => {
    const { id, digest, dailyBudget, budgetOf = id } = key
    const budget = dailyBudget === undefined ? undefined : keyBudget({ keyId: budgetOf, dailyBudget }, deps.now())
    const [row, usage] = await Promise.all([
      keys.get({ digest }, { allowsStaleRead: true }),
      budget && counters.read(budget),
    ])
    return { ...key, lastUsed: row?.last_used ?? null, ...(usage ? { usedToday: usage.used } : {}) }
  }
  return (keys) => Promise.all(keys.map(withUse))
}
