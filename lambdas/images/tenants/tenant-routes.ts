import { reply } from '@signet/contracts'
import { personalTenantOf, userOf } from '@signet/identity'
import {
  addMs,
  type Caller,
  type Clock,
  type NewId,
  notFound,
  Refusal,
  type Route,
  route,
  type SecretSource,
} from '@signet/kernel'
import { accountIdOf, type CreditStatement, type Plan } from '@signet/ledger'
import { createTenant, getTenantUsage, listTenants, rotateTenantKey, type TenantUsage } from '../contract/tenants.ts'
import type { JobTotals } from '../jobs/job-totals-table.ts'
import { ownsTenant } from './own-tenant.ts'
import { idempotencyKeyOf, keyring } from './tenant-keyring.ts'
import { type TenantRow, tenantView } from './tenant-row.ts'
import type { TenantTable, TenantWrite } from './tenant-table.ts'

interface UsageDeps {
  readonly tenants: Pick<TenantTable, 'get'>
  readonly statement: (
    accountId: string,
    page: { readonly limit: number; readonly cursor: string | undefined },
  ) => Promise<CreditStatement>
  readonly jobTotals: (tenantId: string) => Promise<JobTotals>
}

const JOB_ENTRY_TYPES: readonly string[] = ['capture', 'release']

/**
 * Returns the statement that the caller may see. A key must not reveal the account's other tenants, so its statement
 * has no job ids, which are also image ids, and no cursor, which contains one.
 */
const statementFor = (
  { kind, tenantId, accountId = tenantId }: Caller,
  { entries, next_cursor }: Pick<CreditStatement, 'entries' | 'next_cursor'>,
): Pick<TenantUsage, 'entries' | 'next_cursor'> => {
  const maySeeJobIds = kind === 'session' || accountId === tenantId
  return {
    entries: entries.map(({ type, ref, at, lines }) => ({
      type,
      ref: maySeeJobIds || !JOB_ENTRY_TYPES.includes(type) ? ref : null,
      at,
      lines: lines.map((line) => ({ ...line })),
    })),
    next_cursor: maySeeJobIds ? next_cursor : null,
  }
}

/**
 * Returns the balance of the tenant's account and the jobs of the tenant; undefined if the tenant does not belong to
 * the caller.
 */
const tenantUsage =
  (deps: UsageDeps) =>
  async (
    id: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
    caller: Caller,
  ): Promise<TenantUsage | undefined> => {
    if (!(await ownsTenant(deps.tenants)(caller, id))) return undefined
    const [statement, jobs] = await Promise.all([
      deps.statement(accountIdOf(caller), { limit: page.limit, cursor: page.cursor }),
      deps.jobTotals(id),
    ])
    const { plan, entitlements, totals, buckets, entries, next_cursor, ...balances } = statement
    return {
      tenant_id: id,
      tier: plan,
      ...balances,
      entitlements: { ...entitlements, tiers: [...entitlements.tiers] },
      buckets: buckets.map((bucket) => ({ ...bucket })),
      credits: totals,
      jobs,
      ...statementFor(caller, { entries, next_cursor }),
    }
  }

export interface TenantDeps extends UsageDeps {
  readonly tenants: TenantTable
  readonly planOf: (accountId: string) => Promise<Plan>
  readonly pepper: SecretSource
  readonly newId: NewId
  /** Random text of at least 128 bits. */
  readonly newSalt: () => string
  readonly now: Clock
}

const noSuchTenant = () => notFound('The tenant does not exist')

const responseHeaders = ({ isReplay }: TenantWrite) => ({
  'cache-control': 'no-store',
  ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
})

const ownerRoutes = ({ tenants, planOf, pepper, newId, newSalt, now }: TenantDeps): Route[] => {
  const keys = keyring(pepper, newSalt)
  const withKey = async ({ row, salt }: TenantWrite) => ({
    ...tenantView(row),
    tier: await planOf(row.account_id),
    api_key: await keys.rawKeyOf(salt),
  })
  return [
    route(createTenant, async ({ body, headers, caller }) => {
      const userId = userOf(caller)
      const key = await keys.generate()
      const row: TenantRow = {
        user_id: userId,
        tenant_id: newId(),
        account_id: personalTenantOf(userId),
        ...(body.name === undefined ? {} : { name: body.name }),
        scopes: [...new Set(body.scopes)],
        ...(body.daily_budget === undefined ? {} : { daily_budget: body.daily_budget }),
        api_key_prefix: key.prefix,
        key_digest: key.digest,
        created_at: now().toISOString(),
      }
      const creation = await tenants.create(row, key.salt, idempotencyKeyOf(headers['idempotency-key'], 'create', body))
      if (creation instanceof Refusal) return creation
      return reply(201, await withKey(creation), responseHeaders(creation))
    }),
    route(rotateTenantKey, async ({ params, body, headers, caller }) => {
      const tenant = { userId: userOf(caller), tenantId: params.id }
      const { grace_seconds: grace, daily_budget: dailyBudget } = body
      const oldKeyUntil = grace === 0 ? undefined : addMs(now(), grace * 1000).toISOString()
      const idempotencyKey = idempotencyKeyOf(headers['idempotency-key'], 'rotate', params.id, body)
      const rotation = await tenants.rotate(tenant, await keys.generate(), { oldKeyUntil, dailyBudget, idempotencyKey })
      if (!rotation) return noSuchTenant()
      if (rotation instanceof Refusal) return rotation
      const view = { ...(await withKey(rotation)), old_key_valid_until: rotation.row.old_key_until ?? null }
      return reply(200, view, responseHeaders(rotation))
    }),
  ]
}

/** Creates the routes of tenant management (spec image-service 4.8). */
export const tenantRoutes = (deps: TenantDeps): Route[] => {
  const usage = tenantUsage(deps)
  return [
    ...ownerRoutes(deps),
    route(listTenants, async ({ query, caller }) => {
      const userId = userOf(caller)
      const { rows, nextCursor } = await deps.tenants.list(userId, query.limit, query.cursor)
      const tier = await deps.planOf(personalTenantOf(userId))
      return reply(200, { tenants: rows.map((row) => ({ ...tenantView(row), tier })), next_cursor: nextCursor })
    }),
    route(getTenantUsage, async ({ params, query, caller }) => {
      const usageOfTenant = await usage(params.id, query, caller)
      if (!usageOfTenant) return noSuchTenant()
      return reply(200, usageOfTenant)
    }),
  ]
}
