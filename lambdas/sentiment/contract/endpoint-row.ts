import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { monitorRow } from './monitor-row.ts'

export const endpointRow = rowKind({
  name: 'Delivery state of the endpoint of a sentiment monitor',
  prefix: 'ENDPOINT#',
  keys: { pk: '<org>#<tenant>', sk: 'CIRCUIT' },
  owner: 'organization',
  within: [monitorRow],
  exported: { none: 'the state of deliveries' },
  keep: { days: 90 },
  schema: z.object({
    lease: z.string(),
    lease_until: z.string(),
    /** Consecutive failed attempts. */
    fails: z.int(),
    /** Number of times that the circuit was opened since the last success. */
    opened: z.int(),
    open_until: z.string().optional(),
    failing_since: z.string().optional(),
    /** Version of the monitor for which delivery is disabled. Nothing is sent until the monitor is changed. */
    disabled_version: z.int().optional(),
  }),
})
