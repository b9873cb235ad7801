import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const person = { email: z.string(), name: z.string().optional() }

export const confirmationLinkRow = rowKind({
  name: 'Link that confirms an address',
  prefix: 'CONFIRM#',
  keys: { pk: '<digest>', sk: 'LINK' },
  keep: { until: 'until' },
  kept: '48 hours',
  schema: z.object({ ...person, subscriber: z.string(), state: z.enum(['open', 'used']), until: z.string() }),
})
