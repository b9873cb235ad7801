import { type Log, Refusal, type TableDeps, transact, type WriteStep, warningOf } from '@signet/kernel'
import type { MeterReservation, Meters, Scopes } from './meters.ts'
import type { Notice, QuotaNotices } from './quota-notices.ts'

export interface CreditDeps extends TableDeps {
  readonly meters: Pick<Meters, 'take'>
  readonly notices: QuotaNotices
  readonly log: Pick<Log, 'warn'>
}

export interface ScaffoldWarning {
  readonly meter: 'scaffolds'
  readonly used: number
  readonly limit: number
}

export interface CreditWrites {
  readonly steps: readonly WriteStep[]
  /** Publishes the notices after the steps are written. Never fails. */
  readonly publish: () => Promise<void>
}

export interface Credit {
  /** Reserves the credit; 429 if the quota of the tenant or its organization is used up. */
  hold(): Promise<Refusal<'quota_exceeded'> | undefined>
  warning(): ScaffoldWarning | undefined
  /**
   * Charges the reserved credit, in one write with the step `remember` and with notices of a quota that is nearly used
   * up.
   * @returns false if the condition of `remember` fails; then nothing is written
   */
  charge(remember?: WriteStep): Promise<boolean>
  /**
   * Returns the writes that charge the reserved credit, with notices of a quota that is nearly used up, for the
   * caller's transaction. They fail if the hold has expired, or a concurrent request has written a notice: then reserve
   * again and request new writes.
   */
  prepareCharge(): Promise<CreditWrites>
  /** Releases the credit unless it was charged. Never fails: a hold that cannot be released expires. */
  release(): Promise<void>
}

/** Exceeds the duration of a request: by then the credit was charged or released, or the function crashed. */
const HOLD_SECONDS = 60

interface CreditCommit {
  readonly isWritten: boolean
  readonly sentNotices: readonly Notice[]
}

const chargeCredit = async (
  { notices, ...deps }: CreditDeps,
  { keepSteps, nearlyUsed }: MeterReservation,
  org: string,
  remember: WriteStep | undefined,
): Promise<boolean> => {
  let dueNotices = await notices.due(nearlyUsed, org)
  let isLapsed = false
  const { isWritten, sentNotices } = await transact<CreditCommit>(deps, async (refused) => {
    if (refused?.conditionFailed(remember)) return { result: { isWritten: false, sentNotices: [] } }
    // The hold has expired and its credit was released, so the work is free of charge.
    isLapsed ||= keepSteps.some((step) => refused?.conditionFailed(step))
    // A concurrent request has written the notice.
    dueNotices = isLapsed ? [] : dueNotices.filter(({ noticePut }) => !refused?.conditionFailed(noticePut))
    const quotaSteps = isLapsed ? [] : [...keepSteps, ...notices.steps(dueNotices)]
    return {
      steps: [...(remember ? [remember] : []), ...quotaSteps],
      result: { isWritten: true, sentNotices: dueNotices },
    }
  })
  await notices.publish(sentNotices)
  return isWritten
}

/** Returns one unit of the scaffold quota, called a credit, for a request. A request reserves at most one credit. */
export const creditOf = (deps: CreditDeps, scopes: Scopes, requestId: string): Credit => {
  let reservation: MeterReservation | undefined
  const heldReservation = (): MeterReservation => {
    if (!reservation) throw new Error('A credit must be reserved before it is charged')
    return reservation
  }
  return {
    async hold() {
      const result = await deps.meters.take(scopes, 'scaffolds', requestId, { holdSeconds: HOLD_SECONDS })
      if (result instanceof Refusal) return result
      reservation = result
      return undefined
    },
    warning() {
      const quotaWarning = warningOf(reservation?.reading)
      return quotaWarning && { meter: 'scaffolds', used: quotaWarning.used, limit: quotaWarning.limit }
    },
    async charge(remember) {
      return chargeCredit(deps, heldReservation(), scopes.entitlementScope, remember)
    },
    async prepareCharge() {
      const { keepSteps, nearlyUsed } = heldReservation()
      const dueNotices = await deps.notices.due(nearlyUsed, scopes.entitlementScope)
      return {
        steps: [...keepSteps, ...deps.notices.steps(dueNotices)],
        publish: () => deps.notices.publish(dueNotices),
      }
    },
    async release() {
      await reservation?.release().catch((error: unknown) => {
        deps.log.warn('credit not released; its hold will expire', { error })
      })
    },
  }
}
