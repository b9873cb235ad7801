import { scopesOf } from '@signet/identity'
import {
  type Caller,
  type Clock,
  keyBudget,
  keyBudgetExhausted,
  type Quota,
  type Quotas,
  Refusal,
  type Reservation,
} from '@signet/kernel'
import { type MeterReservation, type Meters, type QualityTier, TIER_CREDITS } from '@signet/ledger'

export type QuotaRefusal = Refusal<'quota_exceeded' | 'key_budget_exhausted'>

export interface ReserveQuotaDeps {
  readonly meters: Pick<Meters, 'take'>
  readonly quotas: Quotas
  readonly now: Clock
}

export interface ImageRequest {
  readonly caller: Caller
  readonly quality: QualityTier
  readonly requestId: string
}

/** Longer than a request can take: by then the reservation is confirmed or released, or the function has crashed. */
const HOLD_SECONDS = 60

const budgetRefusal = async ({ quotas, now }: ReserveQuotaDeps, budget: Quota<'credits'>): Promise<QuotaRefusal> => {
  const { used } = await quotas.read(budget)
  return keyBudgetExhausted(budget, { used, required: budget.amount ?? 0 }, now())
}

const combineReservations = (
  image: MeterReservation,
  dayReservation: Reservation,
  { subject, meter, period, amount = 1 }: Quota<'credits'>,
): MeterReservation => ({
  ...image,
  counted: [...image.counted, { subject, meter, period, amount }],
  keepSteps: [...image.keepSteps, ...dayReservation.keepSteps],
  keep: async () => {
    await image.keep()
    await dayReservation.keep()
  },
  release: async () => {
    await image.release()
    await dayReservation.release()
  },
})

/**
 * Reserves one image of the current cycle, and for an API key with a daily budget also the credits of the image's tier.
 * Each reservation is one conditional write, so neither limit is ever exceeded.
 */
export const reserveQuota =
  (deps: ReserveQuotaDeps) =>
  async ({ caller, quality, requestId: request }: ImageRequest): Promise<MeterReservation | QuotaRefusal> => {
    const holdOptions = { holdSeconds: HOLD_SECONDS }
    const dayBudget = keyBudget(caller, deps.now())
    const budget = dayBudget && { ...dayBudget, amount: TIER_CREDITS[quality] }
    const dayReservation = budget && (await deps.quotas.reserve(budget, request, holdOptions))
    if (dayReservation instanceof Refusal) return budgetRefusal(deps, budget as Quota<'credits'>)
    try {
      const image = await deps.meters.take(scopesOf(caller), 'images', request, holdOptions)
      if (image instanceof Refusal) await dayReservation?.release()
      return dayReservation && budget && !(image instanceof Refusal)
        ? combineReservations(image, dayReservation, budget)
        : image
    } catch (error) {
      await dayReservation?.release()
      throw error
    }
  }
