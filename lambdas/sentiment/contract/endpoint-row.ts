import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const endpointRow = rowKind({
  name: 'How the endpoint of a sentiment monitor answers',
  prefix: 'ENDPOINT#',
  keys: { pk: '<org>#<tenant>', sk: 'CIRCUIT' },
  keep: { days: 90 },
  schema: z.object({
    lease: z.string(),
    lease_until: z.string(),
    /** Failed attempts in a row. */
    fails: z.int(),
    /** How often it opened since an attempt succeeded. */
    opened: z.int(),
    open_until: z.string().optional(),
    /** Since when no attempt has succeeded. */
    failing_since: z.string().optional(),
    /** The version of the monitor at which it was given up: nothing is sent until it is changed. */
    disabled_version: z.int().optional(),
  }),
})
