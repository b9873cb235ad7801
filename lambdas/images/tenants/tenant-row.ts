export interface TenantRow {
  readonly user_id: string
  readonly tenant_id: string
  /** Billing account that pays; all tenants of a user share it. */
  readonly account_id: string
  readonly name?: string
  readonly scopes: readonly string[]
  readonly api_key_prefix: string
  /** Credits that its key may spend in a UTC day; absent: unlimited. */
  readonly daily_budget?: number
  readonly key_digest: string
  readonly old_key_digest?: string
  /** ISO time until which the previous key is accepted. */
  readonly old_key_until?: string
  readonly created_at: string
  readonly rotated_at?: string
  readonly rotations?: number
}

export const tenantView = (row: TenantRow) => ({
  tenant_id: row.tenant_id,
  name: row.name ?? null,
  api_key_prefix: row.api_key_prefix,
  scopes: [...row.scopes],
  daily_budget: row.daily_budget ?? null,
  created_at: row.created_at,
  rotated_at: row.rotated_at ?? null,
})
