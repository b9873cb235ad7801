import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { eventBridgeBus, outboxRelay, outboxTable } from '@signet/kernel/events'
import { access } from '../contract/access.ts'

export const handler = scheduleFunction({
  name: 'event-relay-publish',
  access: access.publish,
  variables: process.env,
  clients: { db: tableClient(), eventBridge: new EventBridgeClient({}) },
  build: (runtime) =>
    outboxRelay({
      ...runtime,
      table: outboxTable(runtime),
      bus: eventBridgeBus({ client: runtime.clients.eventBridge, name: runtime.env.EVENT_BUS_NAME }),
    }),
})
