import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const webhookEventRow = rowKind({
  name: 'Event of the payment processor',
  prefix: 'WH#',
  keys: { pk: '<event>', sk: 'EVENT' },
  owner: 'platform',
  // Exceeds the period in which the processor retains and repeats events.
  keep: { days: 40 },
  schema: z.object({
    event_id: z.string(),
    type: z.string(),
    object_id: z.string(),
    created_at: z.string(),
    received_at: z.string(),
    state: z.enum(['received', 'queued']).describe('received: the message may not have been queued yet'),
  }),
})
