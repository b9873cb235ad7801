import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** The deletion of an organization or a user. It can be canceled for some days and is then carried out. */
export const erasureRow = rowKind({
  name: 'Erasure of an organization or a user',
  prefix: 'ERASURE#',
  keys: { pk: '<id>', sk: 'ERASURE' },
  index: { gsi1pk: 'ERASURES#<standing>', gsi1sk: '<due>#<id>' },
  owner: 'person',
  erasure: { none: 'retained for 30 days without personal data' },
  exported: { none: 'contains the state of the deletion' },
  keep: { until: 'until' },
  retention: 'until it is canceled, or 30 days after the last service has answered',
  schema: z.object({
    id: z.string(),
    org_id: z.string().optional().describe('Organization to erase; for a user, their personal organization'),
    user_id: z.string().optional().describe('User to erase'),
    email: z.string().optional().describe('Email address of the user, until everything is erased'),
    asked_by: z.string().optional().describe('Caller who requested the deletion, until everything is erased'),
    asked_at: z.string(),
    erases_at: z.string().describe('Time from which the deletion cannot be canceled'),
    state: z.enum(['waiting', 'erasing', 'erased']),
    standing: z.enum(['open', 'over']).describe('Index key: `open` while work remains, then `over`'),
    due: z.string().describe('Time at which a worker continues the erasure'),
    rounds: z.int().describe('Number of erasure events sent so far'),
    until: z.string(),
  }),
})

export const erasureAnswerRow = rowKind({
  name: 'Answer of a service to an erasure',
  prefix: 'ERASURE#',
  keys: { pk: '<id>', sk: 'ANSWER#<service>' },
  owner: 'person',
  erasure: { none: 'retained for 60 days without personal data' },
  exported: { none: 'contains the state of the deletion' },
  keep: { days: 60 },
  schema: z.object({ service: z.string(), erased_at: z.string() }),
})
