import { rowTable } from '../table/row-table.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Ceilings, ceilingOf, SPEND_CATEGORY_NAMES, type SpendCategory } from './ceilings.ts'
import { dayEnd, dayOf } from './spend-refusal.ts'
import { ceilingAt, ceilingRow } from './spend-rows.ts'
import { spendTable } from './spend-table.ts'

/** The spending of today in one category, in counted amounts. */
export interface Spending {
  readonly thing: SpendCategory
  readonly used: number
  readonly ceiling: number
  readonly lasting: number
  readonly from: 'operator' | 'configuration' | 'default'
  /** The operator of the row, if it applies today. */
  readonly setBy: string | undefined
  readonly setAt: string | undefined
  /** The only day for which an operator's ceiling applies. */
  readonly day: string | undefined
}

export interface NewCeiling {
  readonly thing: SpendCategory
  readonly ceiling: number
  readonly isForToday: boolean
  readonly by: string
}

export interface CeilingTable {
  today(configured: Ceilings): Promise<readonly Spending[]>
  /** @throws Error if another operator sets it at the same time */
  set(ceiling: NewCeiling): Promise<void>
  endOfDay(): Date
}

export const ceilingTable = (deps: TableDeps): CeilingTable => {
  const { now } = deps
  const rows = rowTable(ceilingRow, deps)
  const spent = spendTable(deps)
  const standingOf = async (thing: SpendCategory, configured: Ceilings): Promise<Spending> => {
    const [used, row] = await Promise.all([spent.used(thing), rows.get({ thing })])
    const today = dayOf(now())
    const set = row && ceilingAt(row, today)
    const otherwise = configured[thing] === undefined ? 'default' : 'configuration'
    const by = set === undefined ? undefined : row
    return {
      thing,
      used,
      ceiling: set ?? ceilingOf(thing, configured),
      lasting: row?.ceiling ?? ceilingOf(thing, configured),
      from: set === undefined ? otherwise : 'operator',
      setBy: by?.set_by,
      setAt: by?.set_at,
      day: by?.today?.day === today ? today : undefined,
    }
  }
  return {
    today: (configured) => Promise.all(SPEND_CATEGORY_NAMES.map((thing) => standingOf(thing, configured))),
    async set({ thing, ceiling, isForToday, by }) {
      const before = await rows.get({ thing })
      const lasting = before?.ceiling === undefined ? {} : { ceiling: before.ceiling }
      const set = isForToday ? { ...lasting, today: { day: dayOf(now()), ceiling } } : { ceiling }
      const next = { ...set, set_by: by, set_at: now().toISOString() }
      const isSet = before
        ? await rows.replace({ thing }, next, { set_at: before.set_at })
        : await rows.putNew({ thing }, next)
      if (!isSet) throw new Error(`Another operator has just set the ceiling of ${thing}. Check it and try again`)
    },
    endOfDay: () => dayEnd(now()),
  }
}
