import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const DOWNLOAD_DAYS = 7

/** Days for which an export can be open. Its parts are deleted afterwards, and a new export can be requested. */
export const OPEN_DAYS = 2

export const exportRow = rowKind({
  name: 'Export of an account',
  prefix: 'EXPORT#',
  keys: { pk: '<user>', sk: 'EXPORT' },
  index: { gsi1pk: 'EXPORTS#<standing>', gsi1sk: '<due>#<user>' },
  owner: 'person',
  exported: { none: 'contains the state of the export' },
  keep: { until: 'until' },
  retention: `${OPEN_DAYS} days while it is open; ${DOWNLOAD_DAYS} days after it is ready`,
  schema: z.object({
    user: z.string(),
    org: z.string().describe('Personal organization of the user'),
    email: z.string().optional(),
    export_id: z.string(),
    asked_at: z.string(),
    standing: z.enum(['open', 'over']).describe('Index key: `open` while work remains, then `over`'),
    due: z.string().describe('Time at which a worker continues the export'),
    told_at: z.string().describe('Time of the last export event'),
    rounds: z.int().describe('Number of export events sent so far'),
    ready_at: z.string().optional(),
    files: z.int().optional(),
    bytes: z.int().optional().describe('Size of the ZIP in bytes'),
    missing: z.array(z.string()).optional().describe('Services that had not answered within a day'),
    until: z.string(),
  }),
})

export const exportPartRow = rowKind({
  name: 'Part of a service in an account export',
  prefix: 'EXPORT#',
  keys: { pk: '<user>', sk: 'PART#<export>#<service>' },
  owner: 'person',
  exported: { none: 'contains the state of the export' },
  keep: { days: DOWNLOAD_DAYS },
  schema: z.object({
    export_id: z.string(),
    service: z.string(),
    run: z.string().describe('Run that stored the part; determines the keys of its objects'),
    files: z.int(),
    bytes: z.int(),
    stored_at: z.string(),
  }),
})
