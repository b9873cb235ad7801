export {
  type CloudEvent,
  cloudEvent,
  EVENT_MAX_BYTES,
  type EventInput,
  eventSource,
  eventType,
} from './cloud-event.ts'
export {
  eventBridgeEntry,
  type OutboxOptions,
  type OutboxPut,
  outboxPut,
  relayedEvents,
  type StreamRecord,
  seenPut,
} from './dynamo-outbox.ts'
export {
  type OutboxDialect,
  type OutboxStatement,
  outboxInsert,
  outboxSent,
  outboxTable,
  outboxUnsent,
} from './sql-outbox.ts'
