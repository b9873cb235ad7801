import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const noticeRow = rowKind({
  name: 'Notification of an incident, until its receiver has it',
  prefix: 'OBSNOTE#',
  keys: { pk: '<tenant>', sk: 'NOTICE#<id>' },
  keep: { days: 7 },
  schema: z.object({
    id: z.string(),
    url: z.string(),
    body: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    next_attempt_at: z.string(),
    last_status: z.int().nullable(),
  }),
})

/** As in layers/notifications, of a tenant of telemetry. */
export const alertSigningRow = rowKind({
  name: 'Generations of the secret that signs notifications of incidents',
  prefix: 'OBSNOTE#',
  keys: { pk: '<tenant>', sk: 'SIGNING' },
  keep: 'for ever',
  schema: z.object({
    generation: z.int(),
    rotated_at: z.string().optional(),
    replaced: z.array(z.object({ generation: z.int(), until: z.string() })),
  }),
})
