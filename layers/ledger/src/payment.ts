import type { Refused, WriteStep } from '@signet/kernel'
import { type Refusal, refusal } from '@signet/kernel'
import { type Account, spendable } from './account.ts'
import { calendarMonthAt } from './billing-cycle.ts'
import type { Charge } from './charge.ts'
import { PLANS, UPGRADE_PATH, WARN_FROM } from './plans.ts'

/** How much of a meter is used, a new job included. */
export interface MeterReading {
  readonly meter: 'credits' | 'images'
  readonly used: number
  readonly limit: number
}

/** What a job holds, and the write that takes it; to be written together with the job's row. */
export interface Hold {
  readonly charge: Charge
  readonly step: WriteStep
  readonly reading: MeterReading
  /** Whether this is the job that takes the meter past the warning line, for the first time in the cycle. */
  readonly isCrossing: boolean
}

/** Something that can pay for a job. */
export interface Payment {
  /**
   * Decides what to take, from where. Asked again, with what was refused, when others took from it meanwhile.
   *
   * @throws Refusal 429 when there is not enough.
   */
  hold(refused: Refused | undefined): Promise<Hold>
}

/** Whether the meter is so full that its owner is warned (spec image-service 7). */
export const isNearlyUsedUp = ({ used, limit }: Pick<MeterReading, 'used' | 'limit'>): boolean =>
  limit > 0 && used >= limit * WARN_FROM

/** The reading, when its owner is to be warned of it. */
export const warningOf = (reading: MeterReading | undefined): MeterReading | undefined =>
  reading && isNearlyUsedUp(reading) ? reading : undefined

/** Whole seconds, at least one. */
export const secondsUntil = (end: string | Date, now: Date): number =>
  Math.max(1, Math.ceil((new Date(end).getTime() - now.getTime()) / 1000))

/** 429: the account cannot pay. Retry-After says when a subscription brings new credits. */
export const unpayable = (account: Account, required: number, now: Date): Refusal => {
  const balance = spendable(account, now)
  const renews = PLANS[account.plan].renewal !== 'none' && account.cycle_end > now.toISOString()
  const headers = renews ? { 'retry-after': String(secondsUntil(account.cycle_end, now)) } : {}
  const error = `This needs ${required} credits and the account has ${balance}; more are at ${UPGRADE_PATH}`
  return refusal('insufficient_credits', error, { extras: { upgrade: UPGRADE_PATH, required, balance }, headers })
}

/** 429: the month's images of a caller without an account are used up. */
export const noImagesLeft = ({ limit }: MeterReading, now: Date): Refusal =>
  refusal('quota_exceeded', `Without an account there are ${limit} images a month, and they are used up`, {
    extras: { upgrade: UPGRADE_PATH, limit },
    headers: { 'retry-after': String(secondsUntil(calendarMonthAt(now).end, now)) },
  })
