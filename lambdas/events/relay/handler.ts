import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridgeBus, outboxRelay, outboxTable } from '@signet/events'
import { createLog, handleSchedule, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'

const env = environmentOf(access.relay, process.env)

export const handler = handleSchedule(
  outboxRelay({
    table: outboxTable({ db: tableClient(), table: env.TABLE_NAME }),
    bus: eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME }),
    now: systemClock,
    log: createLog({ fields: { function: 'events-relay' } }),
  }),
)
