import { refusal, type SpendGuard, type SpendRefusal } from '@signet/kernel'
import type { SpendCategory } from '@signet/kernel/ceilings'

/** A reservation and its settled amount; undefined if it was not settled. */
export interface Reservation {
  readonly category: SpendCategory
  readonly amount: number
  actual?: number
}

const ceilingRefusal = (category: SpendCategory): SpendRefusal =>
  refusal('spend_ceiling', `${category} is used up`, { headers: { 'retry-after': '3600' } })

/** Creates a spend guard in memory. The named categories are used up; the others have no limit. */
export const memorySpendGuard = (
  ...usedUp: readonly SpendCategory[]
): SpendGuard & { readonly reserved: Reservation[] } => {
  const reserved: Reservation[] = []
  return {
    reserved,
    async reserve(category, amount) {
      if (usedUp.includes(category)) return ceilingRefusal(category)
      const reservation: Reservation = { category, amount }
      reserved.push(reservation)
      return {
        settle: async (actual) => {
          reservation.actual = actual
        },
      }
    },
    check: async (category) => (usedUp.includes(category) ? ceilingRefusal(category) : undefined),
    giveBack: async ({ category, amount }) => {
      reserved.push({ category, amount: -amount })
    },
  }
}
