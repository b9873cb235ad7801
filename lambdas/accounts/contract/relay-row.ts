import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const relayRow = rowKind({
  name: 'One-time token at the end of a sign-in',
  prefix: 'RELAY#',
  keys: { pk: '<digest>', sk: 'RELAY' },
  owner: 'person',
  erasure: { none: 'expires within minutes' },
  exported: { none: 'a digest of a secret' },
  keep: { until: 'until' },
  retention: '60 seconds, or until it is used',
  schema: z.object({
    user_id: z.string(),
    browser: z.string().describe("Digest of the secret in the browser's cookie"),
    until: z.string(),
  }),
})
