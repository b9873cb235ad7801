import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { CycleOutcome } from './event.ts'
import { Platform } from './monitor.ts'

/** How far one query was read, in epoch milliseconds; what lies from `floor` to `lo` is still to be taken. */
export const StreamCursor = z.object({ hi: z.number(), lo: z.number().optional(), floor: z.number().optional() })
export type StreamCursor = z.infer<typeof StreamCursor>

export const listenRow = rowKind({
  name: 'How far a platform was read for a sentiment monitor',
  prefix: 'LISTEN#',
  keys: { pk: '<org>#<tenant>', sk: 'PLATFORM#<platform>' },
  keep: { days: 90 },
  schema: z.object({
    platform: Platform,
    lease: z.string(),
    lease_until: z.string(),
    /** The last cycle that was read. */
    cycle: z.string(),
    streams: z.record(z.string(), StreamCursor),
    /** Keyed digests of the last mentions, eight bytes each. */
    seen: z.string(),
    /** Nothing is asked before then. */
    wait_until: z.string().optional(),
    /** The version of the monitor that the platform refused: nothing is asked until it is changed. */
    halted: z.object({ version: z.int(), reason: CycleOutcome }).optional(),
    /** Day of UTC, and what its reads have cost, in millionths of a dollar. */
    day: z.string(),
    spent: z.int(),
  }),
})
