import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const confirmationLinkRow = rowKind({
  name: 'Link that confirms an address',
  prefix: 'CONFIRM#',
  keys: { pk: '<digest>', sk: 'LINK' },
  owner: 'person',
  erasure: { none: 'useless without its subscription, and expires' },
  exported: { none: 'a digest of a secret' },
  keep: { until: 'until' },
  retention: '48 hours',
  schema: z.object({
    subscriber: z.string(),
    request: z
      .string()
      .describe(
        'ID of the request, which contains the address. Account deletion erases it with the rows of the subscriber',
      ),
    state: z.enum(['open', 'used']),
    until: z.string(),
  }),
})
