import { type Refusal, refusal } from '@signet/contracts/http'
import { addMs, secondsUntil } from '../clock.ts'
import { SPEND_CATEGORIES, type SpendCategory } from './ceilings.ts'

const DAY_MS = 86_400_000

/** Returns the day (UTC), such as 2026-11-25. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const dayEnd = (at: Date): Date => addMs(new Date(dayOf(at)), DAY_MS)

/** 503: the stage has reached its daily ceiling of a spending category. Nothing was charged. */
export type SpendRefusal = Refusal<'spend_ceiling'>

const REMEDIES: Partial<Record<SpendCategory, string>> = {
  'anonymous-images': '. Callers with an account or an API key are not limited: sign up for free to continue',
}

/**
 * Returns 503 with Retry-After: the category, and the time at which it is available again. The body contains the
 * seconds in `retry_after`.
 */
export const spendCeiling = (category: SpendCategory, now: Date): SpendRefusal => {
  const opensAt = dayEnd(now)
  const seconds = secondsUntil(opensAt, now)
  const { title } = SPEND_CATEGORIES[category]
  const sentence = `${title} has reached this service’s daily ceiling and is available again at ${opensAt.toISOString()}`
  return refusal('spend_ceiling', `${sentence}${REMEDIES[category] ?? ''}`, {
    extras: { stopped: category, opens_at: opensAt.toISOString(), retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  })
}
