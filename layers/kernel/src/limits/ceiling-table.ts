import { rowTable } from '../table/row-table.ts'
import type { TableDeps } from '../table/transact.ts'
import { type Ceilings, ceilingOf, SPEND_CATEGORY_NAMES, type SpendCategory } from './ceilings.ts'
import { dayEnd, dayOf } from './spend-refusal.ts'
import { ceilingAt, ceilingRow } from './spend-rows.ts'
import { spendTable } from './spend-table.ts'

/** Today's spending in one category, in counted amounts. */
export interface Spending {
  readonly category: SpendCategory
  readonly used: number
  /** The ceiling that applies today. */
  readonly ceiling: number
  /** The ceiling on days without a ceiling for one day. */
  readonly permanentCeiling: number
  readonly source: 'operator' | 'configuration' | 'default'
  /** The operator of the row, if it applies today. */
  readonly setBy: string | undefined
  readonly setAt: string | undefined
  /** The only day for which an operator's ceiling applies. */
  readonly day: string | undefined
}

export interface NewCeiling {
  readonly category: SpendCategory
  /** In counted amounts. */
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
  const spendingOf = async (category: SpendCategory, configured: Ceilings): Promise<Spending> => {
    const [used, row] = await Promise.all([spent.used(category), rows.get({ category })])
    const today = dayOf(now())
    const operatorCeiling = row && ceilingAt(row, today)
    const configuredSource = configured[category] === undefined ? 'default' : 'configuration'
    const operatorRow = operatorCeiling === undefined ? undefined : row
    return {
      category,
      used,
      ceiling: operatorCeiling ?? ceilingOf(category, configured),
      permanentCeiling: row?.ceiling ?? ceilingOf(category, configured),
      source: operatorCeiling === undefined ? configuredSource : 'operator',
      setBy: operatorRow?.set_by,
      setAt: operatorRow?.set_at,
      day: operatorRow?.today?.day === today ? today : undefined,
    }
  }
  return {
    today: (configured) => Promise.all(SPEND_CATEGORY_NAMES.map((category) => spendingOf(category, configured))),
    async set({ category, ceiling, isForToday, by }) {
      const currentRow = await rows.get({ category })
      const permanent = currentRow?.ceiling === undefined ? {} : { ceiling: currentRow.ceiling }
      const changedCeilings = isForToday ? { ...permanent, today: { day: dayOf(now()), ceiling } } : { ceiling }
      const nextRow = { ...changedCeilings, set_by: by, set_at: now().toISOString() }
      const isSet = currentRow
        ? await rows.replace({ category }, nextRow, { set_at: currentRow.set_at })
        : await rows.putNew({ category }, nextRow)
      if (!isSet) throw new Error(`Another operator has just set the ceiling of ${category}. Check it and try again`)
    },
    endOfDay: () => dayEnd(now()),
  }
}
