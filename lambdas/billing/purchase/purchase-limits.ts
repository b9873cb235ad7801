import { addMs, type Quota, type Refusal, refusal, secondsUntil } from '@signet/kernel'
import { PURCHASES_PER_HOUR } from '@signet/ledger'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** The hour and day, in UTC, whose limits a purchase counts against: `2026-11-22T16` and `2026-11-22`. */
export interface PurchasePeriod {
  readonly hour: string
  readonly day: string
}

export const periodAt = (at: Date): PurchasePeriod => {
  const isoTime = at.toISOString()
  return { hour: isoTime.slice(0, 13), day: isoTime.slice(0, 10) }
}

export const purchaseQuotas = (
  org: string,
  { hour, day }: PurchasePeriod,
  price: { readonly cents: number; readonly dailyCents: number },
): readonly [Quota, Quota] => [
  {
    subject: `buyer-${org}`,
    meter: 'purchases',
    period: hour,
    endsAt: addMs(new Date(`${hour}:00:00.000Z`), HOUR_MS),
    limit: PURCHASES_PER_HOUR,
  },
  {
    subject: `buyer-${org}`,
    meter: 'purchase-cents',
    period: day,
    endsAt: addMs(new Date(day), DAY_MS),
    limit: price.dailyCents,
    amount: price.cents,
  },
]

/** Returns the 429 response for a limit that is used up. */
export const limitRefusal = ({ meter, limit, endsAt }: Quota, now: Date): Refusal<'purchase_limit_reached'> => {
  const limitText = meter === 'purchases' ? `${limit} purchases per hour` : `${(limit / 100).toFixed(2)} USD per day`
  return refusal(
    'purchase_limit_reached',
    `Purchases with the saved card are limited to ${limitText} (UTC). Buy on a payment page, or wait`,
    {
      extras: { limit },
      headers: { 'retry-after': String(secondsUntil(endsAt, now)) },
    },
  )
}
