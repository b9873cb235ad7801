export { type EventBus, eventBridgeBus } from './event-bus.ts'
export { type Outbox, outbox } from './outbox.ts'
export { type OutboxTable, outboxTable } from './outbox-table.ts'
export { outboxRelay, type RelayReport } from './relay.ts'
