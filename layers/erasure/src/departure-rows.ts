import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** An organisation or a person who leaves: first for a time in which it can be undone, then for good. */
export const departureRow = rowKind({
  name: 'Departure of an organisation or a person',
  prefix: 'DEPARTURE#',
  keys: { pk: '<id>', sk: 'DEPARTURE' },
  index: { gsi1pk: 'DEPARTURES#<standing>', gsi1sk: '<due>#<id>' },
  keep: { until: 'until' },
  kept: 'until it is undone, or 30 days after the last service has answered',
  schema: z.object({
    id: z.string(),
    org_id: z.string().optional().describe('The organisation that goes; for a person their own'),
    user_id: z.string().optional().describe('The person who goes'),
    email: z.string().optional().describe('Their address, until everything is erased'),
    asked_by: z.string().optional().describe('Who asked, until everything is erased'),
    asked_at: z.string(),
    erases_at: z.string().describe('From then on it cannot be undone'),
    state: z.enum(['waiting', 'erasing', 'erased']),
    standing: z.enum(['open', 'over']),
    due: z.string().describe('When a worker looks at it next'),
    rounds: z.int().describe('How often services were told'),
    until: z.string(),
  }),
})

/** A service has erased what it kept of them. */
export const departureAnswerRow = rowKind({
  name: 'Answer of a service to a departure',
  prefix: 'DEPARTURE#',
  keys: { pk: '<id>', sk: 'ANSWER#<service>' },
  keep: { days: 60 },
  schema: z.object({ service: z.string(), erased_at: z.string() }),
})
