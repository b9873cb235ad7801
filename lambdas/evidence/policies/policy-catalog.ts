import { findPolicy, type Policy } from '@signet/evidence'
import type { PolicyReader, PolicyRow } from './policy-reader.ts'

export interface PolicyCatalog {
  /**
   * Finds a policy by `id`, in its newest version, or by `id@version`: among Signet's first, then among the
   * organization's. Returns undefined if it does not exist or belongs to another organization.
   */
  find(org: string, name: string): Promise<Policy | undefined>
}

/** Policies that one function caches, of at most 128 KiB each. */
const CACHED_POLICIES_MAX = 100

const NAME = /^([a-z0-9-]+)(?:@([\d.]+))?$/

/** Policies of Signet and of organizations. Versions are immutable, so cached ones are not read again. */
export const policyCatalog = (table: PolicyReader): PolicyCatalog => {
  const cachedPolicies = new Map<string, Policy>()

  const policyOf = (org: string, row: PolicyRow): Policy => {
    const key = `${org} ${row.id}@${row.version}`
    const policy = cachedPolicies.get(key) ?? (JSON.parse(row.policy) as Policy)
    cachedPolicies.set(key, policy)
    const [oldest] = cachedPolicies.keys()
    if (cachedPolicies.size > CACHED_POLICIES_MAX && oldest !== undefined) cachedPolicies.delete(oldest)
    return policy
  }

  const newestRow = async (org: string, id: string): Promise<PolicyRow | undefined> =>
    (await table.all(org)).find((row) => row.id === id)

  return {
    async find(org, name) {
      const [, id = '', version] = NAME.exec(name) ?? []
      const policy = findPolicy(name) ?? cachedPolicies.get(`${org} ${name}`)
      if (policy || id === '') return policy
      const row = await (version === undefined ? newestRow(org, id) : table.find(org, { id, version }))
      return row && policyOf(org, row)
    },
  }
}
