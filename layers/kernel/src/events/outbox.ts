import type { CloudEvent } from '@signet/contracts/events'
import { type Log, senderId, type TableDeps, traceparentOf, trail, type WriteStep } from '../index.ts'
import { type EventBus, eventBridgeBus } from './event-bus.ts'
import { type OutboxTable, outboxTable } from './outbox-table.ts'

/**
 * Adds the trace and the request of the current work to the event, unless the event names them. The result must be the
 * same each time: the event is written first and sent later.
 */
const tracedEvent = (event: CloudEvent): CloudEvent => {
  const { trace_id, request_id, span_id = senderId(`${event.source} ${event.id}`) } = trail()
  return {
    ...(trace_id === undefined ? {} : { traceparent: traceparentOf(trace_id, span_id) }),
    ...(request_id === undefined ? {} : { requestid: request_id }),
    ...event,
  }
}

interface OutboxRuntime extends TableDeps {
  readonly env: { readonly EVENT_BUS_NAME: string }
  readonly clients: { readonly eventBridge: Parameters<typeof eventBridgeBus>[0]['client'] }
  readonly log: Log
}

export const functionOutbox = (runtime: OutboxRuntime): Outbox => {
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
  /** Returns the writes for the transaction of the change: the events exist exactly if the change does. */
  steps(events: readonly CloudEvent[]): readonly WriteStep[]
  /** Sends the events. Call it after the commit. Never fails: the relay sends a remaining event within two minutes. */
  publish(events: readonly CloudEvent[]): Promise<void>
}

/**
 * Creates an outbox. Events reach the bus at least once, usually immediately. An event of an entity may overtake an
 * earlier one that waits for the relay: a subscriber finds the newest by `sequence`, and duplicates by `source` and
 * `id`.
 */
export const outbox = ({ table, bus, log }: OutboxDeps): Outbox => ({
  steps: (events) => events.map(tracedEvent).map(table.step),
  async publish(events) {
    const ids = events.map(({ id }) => id)
    try {
      const accepted = await bus.send(events.map(tracedEvent))
      await Promise.all(accepted.map(table.remove))
      if (accepted.length < events.length)
        log.warn('events wait for the relay', { events: ids, accepted: accepted.length })
    } catch (error) {
      log.warn('events wait for the relay', { events: ids, error })
    }
  },
})
