import type { CloudEvent } from '@signet/contracts/events'
import type { Log, WriteStep } from '@signet/kernel'
import type { EventBus } from './event-bus.ts'
import type { OutboxTable } from './outbox-table.ts'

export interface OutboxDeps {
  readonly table: Pick<OutboxTable, 'step' | 'remove'>
  readonly bus: EventBus
  readonly log: Pick<Log, 'warn'>
}

/** How a change and the events that tell of it become one. */
export interface Outbox {
  /** The writes that belong into the transaction of the change: the events exist exactly when the change does. */
  steps(events: readonly CloudEvent[]): readonly WriteStep[]
  /** After the commit. Never fails: what could not be sent stays, and the relay sends it within two minutes. */
  publish(events: readonly CloudEvent[]): Promise<void>
}

/**
 * Events reach the bus at least once and mostly at once. An event of an entity may overtake an earlier one that waits for
 * the relay: `sequence` tells a subscriber which is newer, `source` and `id` which it has had.
 */
export const outbox = ({ table, bus, log }: OutboxDeps): Outbox => ({
  steps: (events) => events.map(table.step),
  async publish(events) {
    const ids = events.map(({ id }) => id)
    try {
      const taken = await bus.send(events)
      await Promise.all(taken.map(table.remove))
      if (taken.length < events.length) log.warn('events wait for the relay', { events: ids, taken: taken.length })
    } catch (error) {
      log.warn('events wait for the relay', { events: ids, error })
    }
  },
})
