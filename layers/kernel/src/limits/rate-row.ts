import * as z from 'zod'
import { rowKind } from '../table/row-kind.ts'

export const rateCounter = rowKind({
  name: 'Requests of one subject in one window, for one operation or one pool',
  prefix: 'RATE#',
  keys: { pk: '<operation>#<rate>#<subject>', sk: 'WINDOW#<start>' },
  owner: 'platform',
  keep: 'permanent',
  retention: 'one window longer than its own',
  schema: z.object({ count: z.int() }),
})

/** Theoretical arrival time of the next request of a subject: the only state of GCRA. */
export const rateArrival = rowKind({
  name: 'Theoretical arrival time of the next request of one subject, for one operation or one pool',
  prefix: 'RATE#',
  keys: { pk: '<operation>#<rate>#<subject>', sk: 'ARRIVAL' },
  owner: 'platform',
  keep: 'permanent',
  retention: 'one window longer than its own',
  schema: z.object({ tat: z.int() }),
})
