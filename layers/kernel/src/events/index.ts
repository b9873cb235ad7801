export { type EventBus, eventBridgeBus } from './event-bus.ts'
export { functionOutbox, type Outbox, outbox } from './outbox.ts'
export { outboxTable } from './outbox-table.ts'
export { outboxRelay } from './relay.ts'
