import { refusal, type SpendGuard, type SpendRefusal } from '@signet/kernel'
import type { SpendCategory } from '@signet/kernel/ceilings'

/** A reservation and its settled amount; undefined if it was not settled. */
export interface Reservation {
  readonly thing: SpendCategory
  readonly amount: number
  actual?: number
}

const shut = (thing: SpendCategory): SpendRefusal =>
  refusal('spend_ceiling', `${thing} is used up`, { headers: { 'retry-after': '3600' } })

/** Creates a spend guard in memory. The named categories are used up; the others have no limit. */
export const memorySpendGuard = (
  ...usedUp: readonly SpendCategory[]
): SpendGuard & { readonly reserved: Reservation[] } => {
  const reserved: Reservation[] = []
  return {
    reserved,
    async reserve(thing, amount) {
      if (usedUp.includes(thing)) return shut(thing)
      const mine: Reservation = { thing, amount }
      reserved.push(mine)
      return {
        settle: async (actual) => {
          mine.actual = actual
        },
      }
    },
    check: async (thing) => (usedUp.includes(thing) ? shut(thing) : undefined),
    giveBack: async ({ category, amount }) => {
      reserved.push({ thing: category, amount: -amount })
    },
  }
}
