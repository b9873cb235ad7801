import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { monitorRow } from './monitor-row.ts'

export const endpointRow = rowKind({
  name: 'How the endpoint of a sentiment monitor answers',
  prefix: 'ENDPOINT#',
  keys: { pk: '<org>#<tenant>', sk: 'CIRCUIT' },
  owner: 'organization',
  within: [monitorRow],
  exported: { none: 'the state of deliveries' },
  keep: { days: 90 },
  schema: z.object({
    lease: z.string(),
    lease_until: z.string(),
    fails: z.int(),
    opened: z.int(),
    open_until: z.string().optional(),
    failing_since: z.string().optional(),
    /** The version of the monitor for which delivery was disabled: nothing is sent until the monitor is changed. */
    disabled_version: z.int().optional(),
  }),
})
