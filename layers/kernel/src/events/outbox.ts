import type { CloudEvent } from '@signet/contracts/events'
import { type Log, senderId, type TableDeps, traceparentOf, trail, type WriteStep } from '../index.ts'
import { type EventBus, eventBridgeBus } from './event-bus.ts'
import { type OutboxTable, outboxTable } from './outbox-table.ts'

/**
 * The event with the trace and the request of the work under way, unless it names its own. The same event is always given
 * the same: it is written first and sent later.
 */
const tracedEvent = (event: CloudEvent): CloudEvent => {
  const { trace_id, request_id, span_id = senderId(`${event.source} ${event.id}`) } = trail()
  return {
    ...(trace_id === undefined ? {} : { traceparent: traceparentOf(trace_id, span_id) }),
    ...(request_id === undefined ? {} : { requestid: request_id }),
    ...event,
  }
}

interface Publishing extends TableDeps {
  readonly env: { readonly EVENT_BUS_NAME: string }
  readonly clients: { readonly eventBridge: Parameters<typeof eventBridgeBus>[0]['client'] }
  readonly log: Log
}

export const functionOutbox = (runtime: Publishing): Outbox => {
  const { clients, env, log } = runtime
  const bus = eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME })
  return outbox({ table: outboxTable(runtime), bus, log })
}

interface OutboxDeps {
  readonly table: Pick<OutboxTable, 'step' | 'remove'>
  readonly bus: EventBus
  readonly log: Pick<Log, 'warn'>
}

export interface Outbox {
  /** The writes that belong into the transaction of the change: the events exist exactly when the change does. */
  steps(events: readonly CloudEvent[]): readonly WriteStep[]
  /**
   * Call it after the commit. Never fails: an event that cannot be sent stays, and the relay sends it within two
   * minutes.
   */
  publish(events: readonly CloudEvent[]): Promise<void>
}

/**
 * Events reach the bus at least once, and usually at once. An event of an entity may overtake an earlier one that waits
 * for the relay: a subscriber finds the newest by `sequence`, and duplicates by `source` and `id`.
 */
export const outbox = ({ table, bus, log }: OutboxDeps): Outbox => ({
  steps: (events) => events.map(tracedEvent).map(table.step),
  async publish(events) {
    const ids = events.map(({ id }) => id)
    try {
      const taken = await bus.send(events.map(tracedEvent))
      await Promise.all(taken.map(table.remove))
      if (taken.length < events.length) log.warn('events wait for the relay', { events: ids, taken: taken.length })
    } catch (error) {
      log.warn('events wait for the relay', { events: ids, error })
    }
  },
})
