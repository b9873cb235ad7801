import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** The quota counters that an image was counted in, stored until the image can no longer fail. */
export const imageCountRow = rowKind({
  name: 'Counters of an image',
  prefix: 'IMAGE#',
  keys: { pk: '<tenant>', sk: 'JOB#<job>' },
  owner: 'tenant',
  erasure: { none: 'expires within 7 days' },
  exported: { none: 'the job is in the export of images' },
  keep: { days: 7 },
  schema: z.object({
    state: z.enum(['counted', 'failed']).describe('failed: the image costs nothing'),
    counted: z.array(
      z.object({
        subject: z.string(),
        meter: z.enum(['scaffolds', 'images', 'credits']).describe('credits: daily credits of a key with a budget'),
        period: z.string(),
        amount: z.int().optional().describe('Counted amount; 1 if absent'),
      }),
    ),
  }),
})
