import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const DOWNLOAD_DAYS = 7

/** Days for which an export can be open: its parts are kept no longer, and then another can be asked for. */
export const OPEN_DAYS = 2

export const exportRow = rowKind({
  name: 'Export of an account',
  prefix: 'EXPORT#',
  keys: { pk: '<user>', sk: 'EXPORT' },
  index: { gsi1pk: 'EXPORTS#<standing>', gsi1sk: '<due>#<user>' },
  owner: 'person',
  exported: { none: 'the state of the export' },
  keep: { until: 'until' },
  kept: `${OPEN_DAYS} days while it is open; ${DOWNLOAD_DAYS} days from when it is ready`,
  schema: z.object({
    user: z.string(),
    org: z.string().describe('Their own organization'),
    email: z.string().optional(),
    export_id: z.string(),
    asked_at: z.string(),
    standing: z.enum(['open', 'over']),
    due: z.string().describe('When a worker continues it'),
    told_at: z.string().describe('When the last event was emitted'),
    rounds: z.int().describe('Events so far'),
    ready_at: z.string().optional(),
    files: z.int().optional(),
    bytes: z.int().optional().describe('Size of the ZIP'),
    missing: z.array(z.string()).optional().describe('Services that had not answered in a day'),
    until: z.string(),
  }),
})

export const exportPartRow = rowKind({
  name: 'Part of a service in an export of an account',
  prefix: 'EXPORT#',
  keys: { pk: '<user>', sk: 'PART#<export>#<service>' },
  owner: 'person',
  exported: { none: 'the state of the export' },
  keep: { days: DOWNLOAD_DAYS },
  schema: z.object({
    export_id: z.string(),
    service: z.string(),
    run: z.string().describe('By which its objects are found'),
    files: z.int(),
    bytes: z.int(),
    stored_at: z.string(),
  }),
})
