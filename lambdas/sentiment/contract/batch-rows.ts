import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { CycleCounts, CycleOutcome, SentimentEvent } from './event.ts'
import { Platform } from './monitor.ts'
import { monitorRow } from './monitor-row.ts'

const Batch = z.object({
  batch: z.string(),
  cycle: z.string(),
  platform: Platform,
  webhook_id: z.string(),
  /** Unchanged by retries. */
  created_at: z.string(),
  /** Absent for the manifest of a cycle. */
  events: z.array(SentimentEvent).optional(),
  /** This and the next two fields are present in manifests only. */
  counts: CycleCounts.optional(),
  outcome: CycleOutcome.optional(),
  /** `webhook_id` of each batch of the cycle. */
  batches: z.array(z.string()).optional(),
  attempts: z.int(),
  next_attempt_at: z.string(),
  last_status: z.int().optional(),
  /** Start of the 24 hours of attempts. */
  since: z.string(),
  ends_at: z.string(),
})

export const batchRow = rowKind({
  name: 'Batch of sentiment events that the tenant has not yet accepted',
  prefix: 'BATCH#',
  keys: { pk: '<org>#<tenant>', sk: 'BATCH#<batch>' },
  owner: 'organization',
  within: [monitorRow],
  exported: { file: 'batches' },
  keep: { until: 'ends_at' },
  retention: 'until it is accepted, at most five days',
  schema: Batch,
})

export const deadBatchRow = rowKind({
  name: 'Batch of sentiment events that was not accepted within 24 hours',
  prefix: 'BATCH#',
  keys: { pk: '<org>#<tenant>', sk: 'DEAD#<batch>' },
  owner: 'organization',
  within: [monitorRow],
  exported: { file: 'batches' },
  keep: { until: 'ends_at' },
  retention: 'for four days',
  schema: Batch,
})
