import { type Refusal, refusal } from '@signet/contracts/http'
import { addMs, secondsUntil } from '../clock.ts'
import { SPENT_THINGS, type SpendCategory } from './ceilings.ts'

const DAY_MS = 86_400_000

/** The day of UTC, such as 2026-11-25. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const dayEnd = (at: Date): Date => addMs(new Date(dayOf(at)), DAY_MS)

/** 503: the stage has used what it may of a thing today. Nothing was charged. */
export type SpendRefusal = Refusal<'spend_ceiling'>

const OTHERWISE: Partial<Record<SpendCategory, string>> = {
  'anonymous-images': '; with an account or an API key it goes on at once: sign up, a free one suffices',
}

/** 503 with Retry-After: what stopped, and when it goes on. The body tells the seconds in `retry_after`, too. */
export const spendCeiling = (thing: SpendCategory, now: Date): SpendRefusal => {
  const opensAt = dayEnd(now)
  const seconds = secondsUntil(opensAt, now)
  const { title } = SPENT_THINGS[thing]
  const sentence = `${title} has reached this service’s ceiling of the day and goes on at ${opensAt.toISOString()}`
  return refusal('spend_ceiling', `${sentence}${OTHERWISE[thing] ?? ''}`, {
    extras: { stopped: thing, opens_at: opensAt.toISOString(), retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  })
}
