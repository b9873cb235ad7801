import * as z from 'zod'
import { type RowOf, rowKeys, rowKind } from '../table/row-kind.ts'

/**
 * Spending of a stage in one category on one day. Reservations add to it before the call, settlements correct it
 * afterwards.
 */
export const spendRow = rowKeys({
  name: 'Spending of the stage in one category on one day (UTC)',
  prefix: 'SPEND#',
  keys: { pk: '<category>', sk: 'DAY#<day>' },
  owner: 'platform',
  retention: '7 days after its day',
})

/** A ceiling that an operator has set by `npm run spend`. It has precedence over the configuration. */
export const ceilingRow = rowKind({
  name: 'Daily ceiling of a spending category, set by an operator',
  prefix: 'SPEND#',
  keys: { pk: '<category>', sk: 'CEILING' },
  owner: 'platform',
  keep: 'permanent',
  schema: z.object({
    /** Ceiling until it is changed, in counted amounts: millionths of a dollar, tokens, messages, bytes. */
    ceiling: z.int().min(0).optional(),
    today: z.object({ day: z.iso.date(), ceiling: z.int().min(0) }).optional(),
    set_by: z.string(),
    set_at: z.iso.datetime(),
  }),
})

export type CeilingRow = RowOf<typeof ceilingRow>

/** Returns the ceiling that operators have set for a day; undefined if the configuration applies. */
export const ceilingAt = (
  { ceiling, today }: { readonly [M in 'ceiling' | 'today']?: CeilingRow[M] | undefined },
  day: string,
): number | undefined => (today?.day === day ? today.ceiling : ceiling)
