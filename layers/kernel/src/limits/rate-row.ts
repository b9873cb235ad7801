import * as z from 'zod'
import { rowKind } from '../table/row-kind.ts'

export const rateCounter = rowKind({
  name: 'Requests of one subject for one operation, or one pool of them, in one window',
  prefix: 'RATE#',
  keys: { pk: '<operation>#<rate>#<subject>', sk: 'WINDOW#<start>' },
  owner: 'platform',
  keep: 'for ever',
  kept: 'one window longer than its own',
  schema: z.object({ count: z.int() }),
})

/** When the next request of a subject would be due if they came evenly: all that GCRA keeps. */
export const rateArrival = rowKind({
  name: 'Theoretical arrival of the next request of one subject for one operation, or one pool of them',
  prefix: 'RATE#',
  keys: { pk: '<operation>#<rate>#<subject>', sk: 'ARRIVAL' },
  owner: 'platform',
  keep: 'for ever',
  kept: 'one window longer than its own',
  schema: z.object({ tat: z.int() }),
})
