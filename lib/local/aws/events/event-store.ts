import type { RowStore } from '../dynamo/row-store.ts'
import type { ArchivedEvent, BusEvent } from '../ports.ts'

/** An event for one target that has not been delivered yet. Times are milliseconds on the local clock. */
export interface Delivery {
  readonly id: string
  readonly bus: string
  readonly rule: string
  readonly target: string
  readonly event: BusEvent
  readonly payload: string
  readonly acceptedAt: number
  readonly due: number
  /**
   * `missedAttempts`: attempts that did not reach the target. `functionErrors`: failures of a function that was
   * reached.
   */
  readonly missedAttempts: number
  readonly functionErrors: number
}

const EVENTS = 'bus-event'
const DELIVERIES = 'bus-delivery'
const MAX_ARCHIVED = 10_000

const sequence = (number: number): string => String(number).padStart(12, '0')

export type EventStore = ReturnType<typeof eventStore>

/** Stores events and their pending deliveries. Both are on disk when PutEvents returns. */
export const eventStore = (rows: RowStore) => {
  const newest = Iterator.from(rows.rows(EVENTS, { reverse: true, limit: 1 })).next().value
  let lastEvent = Number(newest?.key ?? 0)
  const pending = () => [...rows.rows(DELIVERIES)].map(({ value }) => value as Delivery)
  let lastDelivery = Math.max(0, ...pending().map(({ id }) => Number(id)))

  return {
    accept(archived: ArchivedEvent, deliveries: readonly Omit<Delivery, 'id'>[]): readonly Delivery[] {
      const numbered = deliveries.map((delivery) => ({ ...delivery, id: sequence(++lastDelivery) }))
      rows.atomically(() => {
        rows.write(EVENTS, sequence(++lastEvent), archived)
        rows.remove(EVENTS, sequence(lastEvent - MAX_ARCHIVED))
        for (const delivery of numbered) rows.write(DELIVERIES, delivery.id, delivery)
      })
      return numbered
    },
    /** In the order of PutEvents. */
    archive: (): ArchivedEvent[] => [...rows.rows(EVENTS)].map(({ value }) => value as ArchivedEvent),
    pending,
    save: (delivery: Delivery) => rows.write(DELIVERIES, delivery.id, delivery),
    remove: (delivery: Delivery) => rows.remove(DELIVERIES, delivery.id),
  }
}
