import { accounts, type ListApiKeysOutput } from '../api/accounts.ts'
import { images, type ListTenantsOutput } from '../api/images.ts'
import type { QueryContext } from '../session/queries.ts'

export interface ListedKey {
  readonly id: string
  readonly kind: 'platform' | 'image'
  readonly name: string
  readonly masked: string
  readonly scopes: readonly string[]
  readonly budget: { readonly limit: number; readonly used: number | null } | null
  readonly createdAt: string
  /** Null if never used; undefined if this kind of key does not report it. */
  readonly lastUsed: string | null | undefined
  readonly expiresAt: string | null
}

const platformKey = (key: ListApiKeysOutput[number]): ListedKey => ({
  id: key.id,
  kind: 'platform',
  name: key.name,
  masked: key.maskedKey,
  scopes: key.scopes,
  budget: key.dailyBudget,
  createdAt: key.createdAt,
  lastUsed: key.lastUsed,
  expiresAt: key.expiresAt,
})

const imageKey = (tenant: ListTenantsOutput['tenants'][number]): ListedKey => ({
  id: tenant.tenant_id,
  kind: 'image',
  name: tenant.name ?? 'Unnamed',
  masked: `${tenant.api_key_prefix}…`,
  scopes: tenant.scopes,
  budget: tenant.daily_budget === null ? null : { limit: tenant.daily_budget, used: null },
  createdAt: tenant.rotated_at ?? tenant.created_at,
  lastUsed: undefined,
  expiresAt: null,
})

export const keysQuery = (organization: string) => ({
  queryKey: ['keys', organization],
  queryFn: async ({ signal }: QueryContext): Promise<readonly ListedKey[]> => {
    const [keys, { tenants }] = await Promise.all([
      accounts.listApiKeys({}, { signal }),
      images.listTenants({ limit: 100 }, { signal }),
    ])
    const all = [...keys.map(platformKey), ...tenants.map(imageKey)]
    return all.sort((one, other) => other.createdAt.localeCompare(one.createdAt))
  },
})
