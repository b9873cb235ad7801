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
  /** Sends the notices, once the steps are written. Never fails. */
  readonly publish: () => Promise<void>
}

export interface Credit {
  /** Holds it; 429 if the tenant or its organization has none left. */
  hold(): Promise<Refusal<'quota_exceeded'> | undefined>
  warning(): ScaffoldWarning | undefined
  /**
   * Keeps it, in one write with `remember` and with notices of a quota that is nearly used up.
   * @returns false if the condition of `remember` does not hold: then nothing is written
   */
  keep(remember?: WriteStep): Promise<boolean>
  /**
   * The writes that keep it, with notices of a quota that is nearly used up, for a transaction of who did the work. They fail
   * where the hold has run out, or another has written a notice: hold it again and take new ones.
   */
  writes(): Promise<CreditWrites>
  /** Gives it back unless it was kept. Never fails: a hold that cannot be ended runs out. */
  giveBack(): Promise<void>
}

/** Longer than a request can take: by then the credit was kept or given back, or its function is dead. */
const HOLD_SECONDS = 60

interface CreditCommit {
  readonly isKept: boolean
  readonly sent: readonly Notice[]
}

const keeping = async (
  { notices, ...deps }: CreditDeps,
  { keepSteps, nearlyUsed }: MeterReservation,
  org: string,
  remember: WriteStep | undefined,
): Promise<boolean> => {
  let due = await notices.due(nearlyUsed, org)
  let isLapsed = false
  const { isKept, sent } = await transact<CreditCommit>(deps, async (refused) => {
    if (refused?.conditionFailed(remember)) return { result: { isKept: false, sent: [] } }
    // The hold has run out and its credit was given back: what was done costs nothing.
    isLapsed ||= keepSteps.some((step) => refused?.conditionFailed(step))
    // Another request has written the notice.
    due = isLapsed ? [] : due.filter(({ once }) => !refused?.conditionFailed(once))
    const counted = isLapsed ? [] : [...keepSteps, ...notices.steps(due)]
    return { steps: [...(remember ? [remember] : []), ...counted], result: { isKept: true, sent: due } }
  })
  await notices.publish(sent)
  return isKept
}

/** The credit of a request. While it is held, the same request holds no other. */
export const creditOf = (deps: CreditDeps, scopes: Scopes, request: string): Credit => {
  let taken: MeterReservation | undefined
  const held = (): MeterReservation => {
    if (!taken) throw new Error('A credit that is not held cannot be kept')
    return taken
  }
  return {
    async hold() {
      const room = await deps.meters.take(scopes, 'scaffolds', request, { holdSeconds: HOLD_SECONDS })
      if (room instanceof Refusal) return room
      taken = room
      return undefined
    },
    warning() {
      const near = warningOf(taken?.reading)
      return near && { meter: 'scaffolds', used: near.used, limit: near.limit }
    },
    async keep(remember) {
      return keeping(deps, held(), scopes.entitlementScope, remember)
    },
    async writes() {
      const { keepSteps, nearlyUsed } = held()
      const due = await deps.notices.due(nearlyUsed, scopes.entitlementScope)
      return { steps: [...keepSteps, ...deps.notices.steps(due)], publish: () => deps.notices.publish(due) }
    },
    async giveBack() {
      await taken?.release().catch((error: unknown) => {
        deps.log.warn('a credit was not given back at once; its hold runs out', { error })
      })
    },
  }
}
