import type { DynamoService } from './dynamo/dynamo-service.ts'
import type { EventBuses } from './events/event-buses.ts'
import type { LocalClock, QueueConsumer } from './ports.ts'
import type { S3Service } from './s3/s3-service.ts'
import type { Scheduler } from './scheduler/scheduler.ts'
import type { Executions } from './sfn/executions.ts'
import { type EventSourceDeps, runEventSource } from './sqs/event-source.ts'

/** Interval between collections of expired items and objects, on the local clock. AWS collects within days. */
const COLLECT_EVERY_MS = 60_000
/**
 * Time that `stop` waits for invocations and executions. Longer ones are resumed or delivered again at the next start.
 */
const STOP_PATIENCE_MS = 3_000

type Log = ((line: string) => void) | undefined

interface BackgroundDeps {
  readonly clock: LocalClock
  readonly log: Log
  readonly dynamo: DynamoService
  readonly s3: S3Service
  readonly schedules: Scheduler
  readonly executions: Executions
  readonly buses: Pick<EventBuses, 'start' | 'stop'>
  readonly eventSources: EventSourceDeps
}

const collectRegularly = (clock: LocalClock, collect: () => Promise<unknown>, log: Log) => {
  let cancel = () => {}
  let current: Promise<unknown> = Promise.resolve()
  const scheduleNext = () => {
    cancel = clock.poll(
      () => clock.now() + COLLECT_EVERY_MS,
      () => {
        current = collect().catch((error: unknown) => log?.(`expired data not collected: ${String(error)}`))
        scheduleNext()
      },
    )
  }
  scheduleNext()
  return async () => {
    cancel()
    await current
  }
}

const withTimeLimit = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms).unref())])

export const backgroundWork = (deps: BackgroundDeps) => {
  const { clock, log, dynamo, s3, schedules, executions, buses, eventSources } = deps
  const consumers: QueueConsumer[] = []
  const pollers: Promise<void>[] = []
  const closing = new AbortController()
  let started = false
  let endCollecting = async () => {}
  const poll = (consumer: QueueConsumer) => {
    const polling = runEventSource(eventSources, consumer, closing.signal)
    pollers.push(polling.catch((error: unknown) => log?.(`polling of ${consumer.queue} stopped: ${String(error)}`)))
  }
  return {
    consume(consumer: QueueConsumer): void {
      eventSources.queues.find(consumer.queue)
      consumers.push(consumer)
      if (started) poll(consumer)
    },
    start(): void {
      if (started) return
      started = true
      executions.resume()
      consumers.forEach(poll)
      schedules.start()
      buses.start()
      endCollecting = collectRegularly(clock, () => Promise.all([dynamo.deleteExpired(), s3.deleteExpired()]), log)
    },
    /** Accepts no new work and waits, within bounds, for work in progress. */
    async stop(): Promise<void> {
      closing.abort()
      await withTimeLimit(
        STOP_PATIENCE_MS,
        Promise.allSettled([...pollers, schedules.stop(), buses.stop(), endCollecting()]),
      )
      await executions.stop(STOP_PATIENCE_MS)
    },
  }
}
