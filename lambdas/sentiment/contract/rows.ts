import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { CycleCounts, CycleOutcome, SentimentEvent } from './event.ts'
import { choices, Platform, PlatformSettings } from './monitor.ts'

/** Which secret signs, and which sign along: as layers/webhooks has it. */
const Signing = z.object({
  generation: z.int(),
  rotated_at: z.string().optional(),
  replaced: z.array(z.object({ generation: z.int(), until: z.string() })),
})

export const monitorRow = rowKind({
  name: 'Sentiment monitor of a tenant',
  prefix: 'MONITOR#',
  keys: { pk: '<org>', sk: 'TENANT#<tenant>' },
  keep: 'for ever',
  schema: z.object({
    org: z.string(),
    tenant: z.string(),
    /** Counts changes. */
    version: z.int(),
    stage: z.string(),
    enabled: z.boolean(),
    platforms: PlatformSettings,
    /** Since when each is listened to: what appeared before is nobody's. */
    since: z.record(Platform, z.string()),
    /** Platforms whose credentials are kept. */
    credentials: z.array(Platform),
    /** The secret that holds them, by the end of its name. */
    secret_ref: z.string(),
    endpoint: z.string(),
    verified_at: z.string(),
    ...choices,
    signing: Signing,
    created_at: z.string(),
    updated_at: z.string(),
  }),
})

export const watchRow = rowKind({
  name: 'That a sentiment monitor is enabled',
  prefix: 'WATCH#',
  keys: { pk: 'monitors', sk: 'MONITOR#<org>#<tenant>' },
  keep: 'for ever',
  schema: z.object({ org: z.string(), tenant: z.string(), stage: z.string(), platforms: z.array(Platform) }),
})

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

const Batch = z.object({
  batch: z.string(),
  cycle: z.string(),
  platform: Platform,
  webhook_id: z.string(),
  /** When it was made; the same in every attempt. */
  made_at: z.string(),
  /** Undefined: it is the manifest of its cycle. */
  events: z.array(SentimentEvent).optional(),
  counts: CycleCounts.optional(),
  outcome: CycleOutcome.optional(),
  batches: z.array(z.string()).optional(),
  attempts: z.int(),
  next_attempt_at: z.string(),
  last_status: z.int().optional(),
  /** Whence the 24 hours of attempts count. */
  since: z.string(),
  ends_at: z.string(),
})

export const batchRow = rowKind({
  name: 'Batch of sentiment events that is to be accepted by its tenant',
  prefix: 'BATCH#',
  keys: { pk: '<org>#<tenant>', sk: 'BATCH#<batch>' },
  keep: { until: 'ends_at' },
  kept: 'until it is accepted; five days at most',
  schema: Batch,
})

export const deadBatchRow = rowKind({
  name: 'Batch of sentiment events that was not accepted within 24 hours',
  prefix: 'BATCH#',
  keys: { pk: '<org>#<tenant>', sk: 'DEAD#<batch>' },
  keep: { until: 'ends_at' },
  kept: 'for four days',
  schema: Batch,
})

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

export const cycleRow = rowKind({
  name: 'What a cycle of a sentiment monitor came to',
  prefix: 'CYCLE#',
  keys: { pk: '<org>#<tenant>', sk: 'AT#<cycle>#<platform>' },
  keep: { days: 30 },
  schema: z.object({
    cycle: z.string(),
    platform: Platform,
    outcome: CycleOutcome,
    counts: CycleCounts,
    accepted: z.int(),
    dead: z.int(),
    ended_at: z.string(),
  }),
})

export const rows = [monitorRow, watchRow, listenRow, batchRow, deadBatchRow, endpointRow, cycleRow]
