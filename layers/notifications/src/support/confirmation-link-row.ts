import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const confirmationLinkRow = rowKind({
  name: 'Link that confirms an address',
  prefix: 'CONFIRM#',
  keys: { pk: '<digest>', sk: 'LINK' },
  owner: 'person',
  erasure: { none: 'confirms nothing without its subscription, and expires' },
  exported: { none: 'a digest of a secret' },
  keep: { until: 'until' },
  kept: '48 hours',
  schema: z.object({
    subscriber: z.string(),
    request: z.string().describe('The address stands there: whoever leaves takes it along with their rows'),
    state: z.enum(['open', 'used']),
    until: z.string(),
  }),
})
