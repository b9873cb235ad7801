import type { CloudEvent } from '@signet/contracts/events'
import { addMs, type Clock, type Log } from '../index.ts'
import { BATCH, type EventBus } from './event-bus.ts'
import { OUTBOX_PARTITIONS, type OutboxKey, type OutboxTable } from './outbox-table.ts'

export interface RelayDeps {
  readonly table: OutboxTable
  readonly bus: EventBus
  readonly now: Clock
  readonly log: Log
}

export interface RelayReport {
  readonly sent: number
  readonly refused: number
}

/** Minimum age of relayed rows. Their writers are still sending younger rows. */
const MIN_AGE_MS = 10_000
/** Less than the function's timeout. The next relay, a minute later, sends the remaining events. */
const MAX_RUN_MS = 45_000

const EMPTY_REPORT: RelayReport = { sent: 0, refused: 0 }

const sumReports = (reports: readonly RelayReport[]): RelayReport =>
  reports.reduce(
    (total, { sent, refused }) => ({ sent: total.sent + sent, refused: total.refused + refused }),
    EMPTY_REPORT,
  )

async function* batchKeys(keys: AsyncIterable<OutboxKey>): AsyncGenerator<OutboxKey[]> {
  let batch: OutboxKey[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const relayBatch = async ({ table, bus }: RelayDeps, keys: readonly OutboxKey[]): Promise<RelayReport> => {
  const events = (await Promise.all(keys.map(table.read))).filter((event): event is CloudEvent => event !== undefined)
  if (events.length === 0) return EMPTY_REPORT
  const accepted = await bus.send(events)
  await Promise.all(accepted.map(table.remove))
  return { sent: accepted.length, refused: events.length - accepted.length }
}

/**
 * Sends events that were written but not sent, because their writer crashed or the bus was unavailable: oldest first in
 * each partition. It may run concurrently and be stopped at any point; an event is then sent twice, with the same
 * source and id.
 */
export const outboxRelay = (deps: RelayDeps) => async (): Promise<RelayReport> => {
  const { table, now, log } = deps
  const startedAt = now()
  const before = addMs(startedAt, -MIN_AGE_MS)
  const relayPartition = async (partition: string): Promise<RelayReport> => {
    const reports: RelayReport[] = []
    try {
      for await (const keys of batchKeys(table.waiting(partition, before))) {
        if (now().getTime() - startedAt.getTime() > MAX_RUN_MS) {
          log.warn('relay ran out of time', { partition })
          break
        }
        reports.push(await relayBatch(deps, keys))
      }
    } catch (error) {
      // Continues with the other partitions. The next relay retries this one.
      log.error('relay of an outbox partition failed', { partition, error })
    }
    return sumReports(reports)
  }
  const report = sumReports(await Promise.all(OUTBOX_PARTITIONS.map(relayPartition)))
  if (report.sent + report.refused > 0) log.warn('delayed events relayed', { ...report })
  return report
}
