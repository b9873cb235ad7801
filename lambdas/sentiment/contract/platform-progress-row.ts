import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { CycleOutcome } from './event.ts'
import { Platform } from './monitor.ts'
import { monitorRow } from './monitor-row.ts'

/**
 * Progress of a query, in epoch milliseconds: mentions up to `hi` are read, except for the range from `floor` to `lo`.
 */
export const StreamCursor = z.object({ hi: z.number(), lo: z.number().optional(), floor: z.number().optional() })
export type StreamCursor = z.infer<typeof StreamCursor>

export const platformProgressRow = rowKind({
  name: 'Progress of reading a platform for a sentiment monitor',
  prefix: 'LISTEN#',
  keys: { pk: '<org>#<tenant>', sk: 'PLATFORM#<platform>' },
  owner: 'organization',
  within: [monitorRow],
  exported: { none: 'digests of mentions' },
  keep: { days: 90 },
  schema: z.object({
    platform: Platform,
    lease: z.string(),
    lease_until: z.string(),
    cycle: z.string(),
    streams: z.record(z.string(), StreamCursor),
    /** Keyed digests of the latest mentions, eight bytes each. */
    seen: z.string(),
    wait_until: z.string().optional(),
    /** Version of the monitor that the platform rejected. The platform is not read until the monitor is changed. */
    halted: z.object({ version: z.int(), reason: CycleOutcome }).optional(),
    /** UTC day, and the cost of its reads in millionths of a dollar. */
    day: z.string(),
    spent: z.int(),
  }),
})
