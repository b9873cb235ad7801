import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** The deletion of an organization or a person: it can be undone for some days and is then carried out. */
export const erasureRow = rowKind({
  name: 'Erasure of an organization or a person',
  prefix: 'ERASURE#',
  keys: { pk: '<id>', sk: 'ERASURE' },
  index: { gsi1pk: 'ERASURES#<standing>', gsi1sk: '<due>#<id>' },
  owner: 'person',
  erasure: { none: 'kept for 30 days without the name of the account' },
  exported: { none: 'the state of the deletion' },
  keep: { until: 'until' },
  kept: 'until it is undone, or 30 days after the last service has answered',
  schema: z.object({
    id: z.string(),
    org_id: z.string().optional().describe('The organization; for a person their own'),
    user_id: z.string().optional().describe('The person'),
    email: z.string().optional().describe('Their address, until everything is erased'),
    asked_by: z.string().optional().describe('The caller who deleted it, until everything is erased'),
    asked_at: z.string(),
    erases_at: z.string().describe('From then on it cannot be undone'),
    state: z.enum(['waiting', 'erasing', 'erased']),
    standing: z.enum(['open', 'over']),
    due: z.string().describe('When a worker continues it'),
    rounds: z.int().describe('Events so far'),
    until: z.string(),
  }),
})

export const erasureAnswerRow = rowKind({
  name: 'Answer of a service to an erasure',
  prefix: 'ERASURE#',
  keys: { pk: '<id>', sk: 'ANSWER#<service>' },
  owner: 'person',
  erasure: { none: 'kept for 60 days without the name of the account' },
  exported: { none: 'the state of the deletion' },
  keep: { days: 60 },
  schema: z.object({ service: z.string(), erased_at: z.string() }),
})
