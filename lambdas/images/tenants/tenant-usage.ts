import type { Caller } from '@signet/kernel'
import type { CreditStatement } from '@signet/ledger'
import { accountIdOf } from '@signet/ledger'
import type { TenantUsage } from '../contract/tenants.ts'
import type { JobTotals } from '../jobs/job-totals-table.ts'
import { ownsTenant } from './own-tenant.ts'
import type { TenantTable } from './tenant-table.ts'

export interface UsageDeps {
  readonly tenants: Pick<TenantTable, 'get'>
  readonly statement: (
    accountId: string,
    page: { readonly limit: number; readonly cursor: string | undefined },
  ) => Promise<CreditStatement>
  readonly jobTotals: (tenantId: string) => Promise<JobTotals>
}

const OF_JOBS: readonly string[] = ['capture', 'release']

type Statement = Pick<TenantUsage, 'entries' | 'next_cursor'>

/**
 * A key must not see the account's other tenants. Their statements therefore have no job ids, which are also ids of
 * images, and no cursor, which is made from one.
 */
const statementFor = (
  { kind, tenantId, accountId = tenantId }: Caller,
  { entries, next_cursor }: Pick<CreditStatement, 'entries' | 'next_cursor'>,
): Statement => {
  const mayKnow = kind === 'session' || accountId === tenantId
  return {
    entries: entries.map(({ type, ref, at, lines }) => ({
      type,
      ref: mayKnow || !OF_JOBS.includes(type) ? ref : null,
      at,
      lines: lines.map((line) => ({ ...line })),
    })),
    next_cursor: mayKnow ? next_cursor : null,
  }
}

/**
 * The balance of the tenant's account and the jobs of the tenant; undefined if the tenant does not belong to the
 * caller.
 */
export const tenantUsage =
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
    const { plan, entitlements, totals, buckets, entries, next_cursor, ...rest } = statement
    return {
      tenant_id: id,
      tier: plan,
      ...rest,
      entitlements: { ...entitlements, tiers: [...entitlements.tiers] },
      buckets: buckets.map((bucket) => ({ ...bucket })),
      credits: totals,
      jobs,
      ...statementFor(caller, { entries, next_cursor }),
    }
  }
