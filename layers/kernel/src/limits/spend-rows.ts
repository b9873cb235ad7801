import * as z from 'zod'
import { type RowOf, rowKeys, rowKind } from '../table/row-kind.ts'

/** What a stage used of a thing on a day. Reservations add to it before the call, settlements correct it afterwards. */
export const spendRow = rowKeys({
  name: 'What the stage used of a thing that costs by use on a day of UTC',
  prefix: 'SPEND#',
  keys: { pk: '<thing>', sk: 'DAY#<day>' },
  owner: 'platform',
  kept: '7 days after its day',
})

/** A ceiling that an operator has set by `npm run spend`. It goes before that of the configuration. */
export const ceilingRow = rowKind({
  name: 'The ceiling a day of a thing that costs by use, as an operator has set it',
  prefix: 'SPEND#',
  keys: { pk: '<thing>', sk: 'CEILING' },
  owner: 'platform',
  keep: 'for ever',
  schema: z.object({
    /** What holds until it is changed, in counted amounts: millionths of a dollar, tokens, messages, bytes. */
    ceiling: z.int().min(0).optional(),
    today: z.object({ day: z.iso.date(), ceiling: z.int().min(0) }).optional(),
    set_by: z.string(),
    set_at: z.iso.datetime(),
  }),
})

export type CeilingRow = RowOf<typeof ceilingRow>

/** The ceiling that operators have set for a day; undefined: that of the configuration holds. */
export const ceilingAt = (
  { ceiling, today }: { readonly [M in 'ceiling' | 'today']?: CeilingRow[M] | undefined },
  day: string,
): number | undefined => (today?.day === day ? today.ceiling : ceiling)
