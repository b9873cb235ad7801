/** A tenant as the table keeps it, under its owner. */
export interface TenantRow {
  readonly user_id: string
  readonly tenant_id: string
  /** Billing account that pays; all tenants of a user share it. */
  readonly account_id: string
  readonly name?: string
  readonly scopes: readonly string[]
  readonly api_key_prefix: string
  /** Credits that its key may take in a day of UTC; absent: no limit of its own. */
  readonly daily_budget?: number
  /** Digest of the key that is valid now. */
  readonly key_digest: string
  /** Digest of the key before, when it was given some time. */
  readonly old_key_digest?: string
  /** ISO time until which the key before is accepted. */
  readonly old_key_until?: string
  readonly created_at: string
  readonly rotated_at?: string
  /** How often the key was replaced; absent: never. */
  readonly rotations?: number
}

/** What listings show of a tenant, but for its plan. */
export const tenantView = (row: TenantRow) => ({
  tenant_id: row.tenant_id,
  name: row.name ?? null,
  api_key_prefix: row.api_key_prefix,
  scopes: [...row.scopes],
  daily_budget: row.daily_budget ?? null,
  created_at: row.created_at,
  rotated_at: row.rotated_at ?? null,
})
