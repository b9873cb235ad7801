import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridgeBus, outboxRelay, outboxTable } from '@signet/events'
import { createLog, handleSchedule, systemClock, tableClient } from '@signet/kernel'
import { environment } from '@signet/kernel/environment'

const env = environment(process.env, ['TABLE_NAME', 'BUS_NAME'])

export const handler = handleSchedule(
  outboxRelay({
    table: outboxTable({ db: tableClient(), table: env.TABLE_NAME }),
    bus: eventBridgeBus({ client: new EventBridgeClient({}), name: env.BUS_NAME }),
    now: systemClock,
    log: createLog({ fields: { function: 'events-relay' } }),
  }),
)
