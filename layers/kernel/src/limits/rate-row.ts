import * as z from 'zod'
import { rowKind } from '../table/row-kind.ts'

/** A counter of requests in one window. The limiter adds to it in one conditional write. */
export const rateCounter = rowKind({
  name: 'Requests of one subject for one operation, or one pool of them, in one window',
  prefix: 'RATE#',
  keys: { pk: '<operation>#<rate>#<subject>', sk: 'WINDOW#<start>' },
  keep: 'for ever',
  kept: 'one window longer than its own',
  schema: z.object({ count: z.int() }),
})
