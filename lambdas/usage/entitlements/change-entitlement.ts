import type { Clock, Log } from '@signet/kernel'
import { type ChangeOutcome, type EntitlementTable, TIER_SKUS } from '@signet/ledger'
import * as z from 'zod'

/** Format of Date.toISOString, so that times compare as strings. */
const time = z.iso.datetime().transform((text) => new Date(text).toISOString())

/**
 * A change of an organization's tier, from billing or an operator. It may arrive twice, late or out of order:
 * `change_id` (the invoice, subscription or decision) makes it count once, and the newest `as_of` wins.
 */
export const EntitlementEvent = z
  .strictObject({
    org_id: z.string().min(1).max(100),
    change_id: z.string().min(1).max(200),
    /** `null` for the free tier. */
    sku: z.enum(TIER_SKUS).nullable(),
    /** `override`: set by an operator; `comp`: a gift. */
    source: z.enum(['subscription', 'override', 'comp']),
    /** Time of this state; default: now. */
    as_of: time.optional(),
    period_start: time.optional(),
    period_end: time.optional(),
    /** Time from which the organization is on the free tier. */
    ends_at: time.optional(),
  })
  .refine(({ period_start: start, period_end: end }) => (start === undefined) === (end === undefined), {
    message: 'period_start and period_end must be set together',
  })
  .refine(({ period_start: start = '', period_end: end = '' }) => start <= end, {
    message: 'period_end must not be before period_start',
  })
export type EntitlementEvent = z.infer<typeof EntitlementEvent>

export interface ChangeDeps {
  readonly entitlements: Pick<EntitlementTable, 'change'>
  readonly now: Clock
  readonly log: Log
}

/** Records an organization's entitlement once per change. */
export const changeEntitlement =
  ({ entitlements, now, log }: ChangeDeps) =>
  async ({ as_of = now().toISOString(), ...change }: EntitlementEvent): Promise<{ outcome: ChangeOutcome }> => {
    const definedFields = Object.fromEntries(
      Object.entries(change).filter(([, value]) => value !== undefined),
    ) as typeof change
    const outcome = await entitlements.change({ ...definedFields, as_of })
    log.info('tier recorded', { org_id: change.org_id, sku: change.sku, change_id: change.change_id, outcome })
    return { outcome }
  }
