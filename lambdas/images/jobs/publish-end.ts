import type { CloudEvent } from '@signet/contracts/events'
import type { Log, TableDeps } from '@signet/kernel'
import { type EventBus, eventBridgeBus } from '@signet/kernel/events'
import { endedEvent } from './job-events.ts'
import type { JobRow } from './job-row.ts'
import { type PublishedTable, publishedTable } from './published-table.ts'

/**
 * Publishes events of jobs. Returns whether the bus accepted all of them. Never fails: the sweeper publishes the
 * others.
 */
export type PublishEvents = (events: readonly CloudEvent[]) => Promise<boolean>

/** Publishes the event of a job's end unless it is known to be published. Never fails. */
export type PublishEnd = (ended: JobRow) => Promise<void>

export const eventPublisher =
  ({ bus, log }: { readonly bus: EventBus; readonly log: Pick<Log, 'warn'> }): PublishEvents =>
  async (events) => {
    const ids = events.map(({ id }) => id)
    try {
      const accepted = await bus.send(events)
      if (accepted.length < events.length) log.warn('job events left to the sweeper', { events: ids })
      return accepted.length === events.length
    } catch (error) {
      log.warn('job events left to the sweeper', { events: ids, error })
      return false
    }
  }

export interface PublishDeps {
  readonly publishEvents: PublishEvents
  readonly published: PublishedTable
  readonly log: Pick<Log, 'warn'>
}

/** Publishes each job's end at least once: only an event that the bus accepted is marked as published. */
export const endPublisher =
  ({ publishEvents, published, log }: PublishDeps): PublishEnd =>
  async (ended) => {
    if (!ended.event_pending || !(await publishEvents([endedEvent(ended)]))) return
    await published.markPublished(ended).catch((error: unknown) => {
      log.warn('end of job not marked as published', { job_id: ended.job_id, error })
    })
  }

interface Runtime extends Pick<TableDeps, 'db' | 'table'> {
  readonly env: { readonly EVENT_BUS_NAME: string }
  readonly clients: { readonly eventBridge: Parameters<typeof eventBridgeBus>[0]['client'] }
  readonly log: Pick<Log, 'warn'>
}

export const buildEndPublishers = (runtime: Runtime) => {
  const { env, clients, log } = runtime
  const bus: EventBus = eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME })
  const publishEvents = eventPublisher({ bus, log })
  return { publishEvents, publishEnd: endPublisher({ publishEvents, published: publishedTable(runtime), log }) }
}
