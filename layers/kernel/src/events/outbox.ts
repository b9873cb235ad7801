import type { CloudEvent } from '@signet/contracts/events'
import type { Log, WriteStep } from '../index.ts'
import type { EventBus } from './event-bus.ts'
import type { OutboxTable } from './outbox-table.ts'
import { tracedEvent } from './traced-event.ts'

export interface OutboxDeps {
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
