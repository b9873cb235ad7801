import {
  type CancellationReasons,
  isNearlyUsedUp,
  type Quota,
  type Quotas,
  quotas,
  quotaUseStep,
  type TableDeps,
  type WriteStep,
} from '@signet/kernel'
import { type Account, nextCycle, splitOf, usageOf } from './account.ts'
import { type AccountTableDeps, accountTable } from './account-table.ts'
import { allowanceTable } from './allowance-table.ts'
import { balanceUpdate, holdChange } from './balance-update.ts'
import { calendarMonthAt } from './billing-cycle.ts'
import { insufficientCredits, type JobReading, noImagesLeft, type Payment } from './payment.ts'
import { ANONYMOUS_PLAN, UPGRADE_PATH } from './plans.ts'
import { type SpendingLimits, spendingLimits } from './spending-limit.ts'

export interface PaymentTable {
  /** Returns the current account, or the account to be opened at the first charge. Writes nothing. */
  account(id: string): Promise<Account>
  /** Returns the images that a caller without an account has used this month. Writes nothing. */
  images(subject: string): Promise<JobReading>
  /**
   * Limits of the caller in addition to the balance.
   * @throws Refusal 401 for an agent whose grant was revoked
   */
  readonly limits: SpendingLimits
  credits(account: Account, price: number): Payment
  image(subject: string): Payment
  counted(account: Account): Payment
}

/** Returns the quota of images in the current UTC month for a caller without an account (spec image-service 5). */
export const anonymousQuota = (subject: string, at: Date): Quota<'images'> => ({
  subject,
  meter: 'images',
  period: at.toISOString().slice(0, 7),
  endsAt: calendarMonthAt(at).end,
  limit: ANONYMOUS_PLAN.imagesPerMonth,
})

const platformCounted: PaymentTable['counted'] = ({ id }) => ({
  hold: async () => ({ charge: { account: id, counted_by: 'platform' }, steps: [], isCrossing: false }),
})

const imagePayment =
  ({ table, now }: TableDeps, meters: Quotas): PaymentTable['image'] =>
  (subject) => ({
    async hold() {
      const at = now()
      const quota = anonymousQuota(subject, at)
      const before = await meters.read(quota)
      if (before.used >= before.limit) return noImagesLeft(quota, at)
      const reading = { ...before, used: before.used + 1 }
      const isCrossing = isNearlyUsedUp(reading) && !isNearlyUsedUp(before)
      return { charge: { quota: quota.period }, steps: [quotaUseStep(table, quota)], reading, isCrossing }
    },
  })

/** Stores payments in the shared table (docs/adr/0013). */
export const paymentTable = (deps: AccountTableDeps): PaymentTable => {
  const { table, now } = deps
  const accounts = accountTable(deps)
  const meters = quotas(deps, UPGRADE_PATH)

  const currentAccount = async (
    knownAccount: Account,
    refused: CancellationReasons | undefined,
    step: WriteStep | undefined,
  ) => {
    const row = step && refused?.conditionFailed(step) ? refused.rowOf(step) : undefined
    const account = row ? ({ ...row, id: knownAccount.id } as unknown as Account) : knownAccount
    // After a conflict on another row, the state of this one is unknown, so it is read again.
    const isFresh = row !== undefined || (refused === undefined && !knownAccount.isUnopened)
    return isFresh && !nextCycle(account, now()) ? account : accounts.ensureCurrent(knownAccount.id)
  }

  return {
    account: accounts.read,
    images: (subject) => meters.read(anonymousQuota(subject, now())),

    limits: spendingLimits({ table, now, allowances: allowanceTable(deps), quotas: meters }),

    credits(initialAccount, price) {
      let step: WriteStep | undefined
      return {
        async hold(refused) {
          const account = await currentAccount(initialAccount, refused, step)
          const at = now()
          const parts = splitOf(account, price, at)
          if (!parts) return insufficientCredits(account, price, at)
          const { used, limit } = usageOf(account, at)
          const reading = { meter: 'credits', used: used + price, limit } as const
          const isCrossing = isNearlyUsedUp(reading) && account.warned !== account.cycle_start
          step = balanceUpdate(table, account.id, holdChange(account, parts, { now: at, warns: isCrossing }), at)
          const { id, epoch, plan } = account
          return { charge: { account: id, epoch, plan, parts }, steps: [step], reading, isCrossing }
        },
      }
    },

    counted: platformCounted,

    image: imagePayment(deps, meters),
  }
}
