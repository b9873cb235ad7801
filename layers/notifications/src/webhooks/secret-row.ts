import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/**
 * The current secret of a tenant and the recently replaced ones, as generations. A tenant that has never rotated has no
 * row.
 */
export const webhookSecretRow = rowKind({
  name: 'Generations of a webhook secret',
  prefix: 'TENANT#',
  keys: { pk: '<tenant>', sk: 'WEBHOOK' },
  owner: 'tenant',
  exported: { none: 'a secret' },
  keep: 'permanent',
  schema: z.object({
    generation: z.int(),
    rotated_at: z.string().optional(),
    /** Newest first. */
    replaced: z.array(z.object({ generation: z.int(), until: z.string() })),
  }),
})
