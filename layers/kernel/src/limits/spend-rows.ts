import * as z from 'zod'
import { rowKeys, rowKind } from '../table/row-kind.ts'

/** What a stage used of a thing on a day. Reservations add to it before the call, settlements correct it afterwards. */
export const spendRow = rowKeys({
  name: 'What the stage used of a thing that costs by use on a day of UTC',
  prefix: 'SPEND#',
  keys: { pk: '<thing>', sk: 'DAY#<day>' },
  kept: '7 days after its day',
})

/** A ceiling that an operator has set by `npm run spend`. It goes before that of the configuration. */
export const ceilingRow = rowKind({
  name: 'The ceiling a day of a thing that costs by use, as an operator has set it',
  prefix: 'SPEND#',
  keys: { pk: '<thing>', sk: 'CEILING' },
  keep: 'for ever',
  schema: z.object({
    /** In counted amounts: millionths of a dollar, tokens, messages, bytes. */
    ceiling: z.int().min(0),
    /** The only day for which it holds; without one it holds until it is changed. */
    day: z.iso.date().optional(),
    /** Who set it, and when. */
    set_by: z.string(),
    set_at: z.iso.datetime(),
  }),
})
