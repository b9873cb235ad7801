import type { RoleOf } from '@signet/identity'
import { type Caller, type Clock, forbidden, type Log, type Refusal, type RowTable, refusal } from '@signet/kernel'
import { type AccountTable, type EntitlementTable, type PlatformTier, tierStatusAt } from '@signet/ledger'
import type { CustomerTable } from '../accounts/customer-table.ts'
import type { Books } from '../books/books.ts'
import type { checkoutRow, planRow } from '../contract/billing-rows.ts'
import type { inviteRow } from '../contract/invite-row.ts'
import { type LoadProcessor, type Mode, ProcessorError } from '../stripe/payment-processor.ts'

export interface BillingDeps {
  readonly load: LoadProcessor
  readonly customersOf: (mode: Mode) => CustomerTable
  readonly plans: RowTable<typeof planRow>
  readonly checkouts: RowTable<typeof checkoutRow>
  readonly invites: RowTable<typeof inviteRow>
  readonly entitlements: Pick<EntitlementTable, 'read'>
  readonly accounts: Pick<AccountTable, 'read'>
  readonly books: Books
  readonly roleOf: RoleOf
  readonly acceptedKeys: readonly string[]
  readonly now: Clock
}

export const organizationOf = ({ orgId, accountId, tenantId }: Caller): string => orgId ?? accountId ?? tenantId

export const mayManage = async ({ roleOf }: Pick<BillingDeps, 'roleOf'>, caller: Caller): Promise<boolean> => {
  const role = await roleOf(caller)
  return role === 'owner' || role === 'admin'
}

/**
 * Returns the refusal for a caller who may not manage plans and cards, or `undefined`. A daily budget in credits does
 * not limit a subscription, so a key that has one may only buy packs.
 */
export const managementRefusal = async (
  deps: Pick<BillingDeps, 'roleOf'>,
  caller: Caller,
): Promise<Refusal<'forbidden'> | undefined> => {
  if (!(await mayManage(deps, caller))) return managersOnly()
  if (caller.dailyBudget === undefined) return undefined
  return forbidden('A key with a daily budget can only buy credit packs within it. Use another key for plans')
}

export const managersOnly = (): Refusal<'forbidden'> =>
  forbidden('Only owners and admins of the organization may do this. Ask one of them')

export const tierOf = async (
  { entitlements, now }: Pick<BillingDeps, 'entitlements' | 'now'>,
  org: string,
): Promise<PlatformTier> =>
  // The creation date affects only the cycle, not the tier.
  tierStatusAt({ entitlement: await entitlements.read(org), createdAt: undefined }, now()).tier

/** Returns the result of the work, or 502 if the payment processor fails. The request may be repeated. */
export const orUpstreamFailed = async <T>(
  log: Log,
  work: () => Promise<T>,
): Promise<T | Refusal<'upstream_failed'>> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    log.warn('payment processor failed', { reason: error.message })
    return refusal('upstream_failed', 'The payment service failed. Try again shortly')
  }
}
