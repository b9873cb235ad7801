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
  handledEventPut,
  type OutboxOptions,
  type OutboxPut,
  outboxPut,
  relayedEvents,
  type StreamRecord,
} from './dynamo-outbox.ts'
export {
  type OutboxDialect,
  type OutboxStatement,
  outboxInsert,
  outboxSent,
  outboxTable,
  outboxUnsent,
} from './sql-outbox.ts'
