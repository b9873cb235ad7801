import type { Caller, Quota } from '@signet/kernel'

const DAY_MS = 86_400_000

/** The day of UTC at that moment, from midnight to midnight. */
const dayAt = (at: Date) => {
  const period = at.toISOString().slice(0, 10)
  return { period, endsAt: new Date(Date.parse(period) + DAY_MS) }
}

/** What a key may take today, in credits; undefined for one without a budget, and for whoever came without a key. */
export const keyBudget = (
  { keyId, dailyBudget }: Pick<Caller, 'keyId' | 'dailyBudget'>,
  at: Date,
): Quota<'credits'> | undefined =>
  keyId === undefined || dailyBudget === undefined
    ? undefined
    : { subject: `key-${keyId}`, meter: 'credits', ...dayAt(at), limit: dailyBudget }
