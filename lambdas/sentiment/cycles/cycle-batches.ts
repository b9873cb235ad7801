import { addMs, chunksOf } from '@signet/kernel'
import type { CycleCounts, CycleOutcome, SentimentEvent } from '../contract/event.ts'
import { keyedDigest } from '../monitors/tenant-key.ts'
import type { CycleMessage } from './cycle-message.ts'
import type { BatchRow } from './cycle-rows.ts'

/** Time during which the delivery of a batch is attempted. */
export const ATTEMPTS_FOR_MS = 24 * 3_600_000
/** Time for which a batch is stored after its attempts have ended. */
export const DEAD_FOR_MS = 4 * 24 * 3_600_000

interface CycleResult {
  readonly key: Buffer
  readonly message: CycleMessage
  readonly now: Date
  readonly events: readonly SentimentEvent[]
  readonly counts: CycleCounts
  readonly outcome: CycleOutcome
  readonly size: number
  readonly hasManifest: boolean
}

/** Creates the batches of a cycle, with its manifest last. The id of a batch is derived from its events. */
export const cycleBatches = (result: CycleResult): BatchRow[] => {
  const { key, message, now, events, size, counts, outcome, hasManifest } = result
  const { cycle, platform } = message
  const common = {
    cycle,
    platform,
    created_at: now.toISOString(),
    attempts: 0,
    next_attempt_at: now.toISOString(),
    since: now.toISOString(),
    ends_at: addMs(now, ATTEMPTS_FOR_MS + DEAD_FOR_MS).toISOString(),
  }
  const batchIdOf = (index: number): string => `${cycle}.${platform}.${String(index).padStart(3, '0')}`
  const batches = chunksOf(events, size).map((chunk, i): BatchRow => {
    const ids = chunk.map(({ eventId }) => eventId).sort()
    return {
      ...common,
      batch: batchIdOf(i),
      webhook_id: keyedDigest(key, `batch|${ids.join('|')}`),
      events: [...chunk],
    }
  })
  if (!hasManifest) return batches
  const webhook_id = keyedDigest(key, `manifest|${cycle}|${platform}`)
  const webhookIds = batches.map((batch) => batch.webhook_id)
  return [...batches, { ...common, batch: batchIdOf(batches.length), webhook_id, counts, outcome, batches: webhookIds }]
}
