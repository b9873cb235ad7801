import { type Refusal, refusal } from '@signet/contracts/http'
import type { Caller } from '../caller.ts'
import { addMs, secondsUntil } from '../clock.ts'
import type { Quota } from './quota.ts'

const DAY_MS = 86_400_000

/** Returns the budget of a key for one UTC day, such as 2026-11-22. */
export const keyBudgetOf = (keyId: string, day: string, limit: number): Quota<'credits'> => ({
  subject: `key-${keyId}`,
  meter: 'credits',
  period: day,
  endsAt: addMs(new Date(day), DAY_MS),
  limit,
})

/**
 * Returns the daily budget of the caller's key, in credits; undefined for a key without a budget and for a caller
 * without a key.
 */
export const keyBudget = (
  { keyId, dailyBudget, budgetOf = keyId }: Pick<Caller, 'keyId' | 'dailyBudget' | 'budgetOf'>,
  at: Date,
): Quota<'credits'> | undefined =>
  budgetOf === undefined || dailyBudget === undefined
    ? undefined
    : keyBudgetOf(budgetOf, at.toISOString().slice(0, 10), dailyBudget)

/** 429: the key's remaining budget for the day is smaller than these credits. */
export const keyBudgetExhausted = (
  { limit, endsAt }: Pick<Quota, 'limit' | 'endsAt'>,
  { used, required }: { readonly used: number; readonly required: number },
  now: Date,
): Refusal<'key_budget_exhausted'> => {
  const remaining = Math.max(0, limit - used)
  const sentence = `This request needs ${required} credits. The key may spend ${limit} credits per day (UTC), of which ${remaining} are left`
  return refusal('key_budget_exhausted', `${sentence}. Wait until midnight UTC, or use another key`, {
    extras: { limit, used },
    headers: { 'retry-after': String(secondsUntil(endsAt, now)) },
  })
}
