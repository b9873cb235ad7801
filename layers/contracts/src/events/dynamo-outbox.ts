import type { CloudEvent } from './cloud-event.ts'

/** A Put of a TransactWriteCommand, in the document client's form. */
export interface OutboxPut {
  readonly Put: {
    readonly TableName: string
    readonly Item: Readonly<Record<string, string | number>>
    readonly ConditionExpression: string
  }
}

export interface OutboxOptions {
  readonly table: string
  /** Days until the row can be deleted, default 7: well above the 24 hours that a stream retains. */
  readonly days?: number
}

const DAY_SECONDS = 86_400
const PREFIX = 'OUTBOX#'

const expiry = (event: CloudEvent, days: number): number =>
  Math.floor(Date.parse(event.time) / 1000) + days * DAY_SECONDS

/**
 * Returns the Put for the transaction that writes the entity, so that the event is stored if and only if the change is.
 * Rows of one entity share a partition and are sorted by version. The condition makes a repeated transaction fail, so
 * that no event is emitted twice.
 */
export const outboxPut = (event: CloudEvent, { table, days = 7 }: OutboxOptions): OutboxPut => ({
  Put: {
    TableName: table,
    Item: {
      pk: `${PREFIX}${event.source}#${event.subject}`,
      sk: `${event.sequence}#${event.type}`,
      event: JSON.stringify(event),
      expires_at: expiry(event, days),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
})

/**
 * Returns the write that a consumer makes before it acts. Its condition fails for an event that was already handled
 * (equal source and id).
 */
export const handledEventPut = (event: CloudEvent, { table, days = 7 }: OutboxOptions): OutboxPut => ({
  Put: {
    TableName: table,
    Item: { pk: `SEEN#${event.source}#${event.id}`, sk: 'SEEN', expires_at: expiry(event, days) },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
})

export interface StreamRecord {
  readonly eventName?: string
  readonly dynamodb?: { readonly NewImage?: Readonly<Record<string, { readonly S?: string }>> }
}

/**
 * Returns the events among the records of a table's stream (view NEW_IMAGE), in order. Changes of other rows are
 * skipped.
 */
export const relayedEvents = (records: readonly StreamRecord[]): readonly CloudEvent[] =>
  records.flatMap(({ eventName, dynamodb }) => {
    const { pk, event } = dynamodb?.NewImage ?? {}
    const isOutbox = eventName === 'INSERT' && pk?.S?.startsWith(PREFIX) === true
    return isOutbox && event?.S !== undefined ? [JSON.parse(event.S) as CloudEvent] : []
  })

export const eventBridgeEntry = (event: CloudEvent, bus: string) => ({
  EventBusName: bus,
  Source: event.source,
  DetailType: event.type,
  Time: new Date(event.time),
  Resources: [event.subject],
  Detail: JSON.stringify(event),
})
