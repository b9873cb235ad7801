import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SFNClient } from '@aws-sdk/client-sfn'
import { eventBridgeBus } from '@signet/events'
import { createLog, handleSchedule, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { cloudWatchAlarms } from '../canary/alarm-states.ts'
import { canaryMachine } from '../canary/canary-machine.ts'
import { sweepCanaries } from '../canary/sweep-canaries.ts'
import { wiredDriver } from '../canary/wired-driver.ts'
import { access } from '../contract/access.ts'
import { openCanaries } from '../sets/open-canaries-table.ts'

const env = environmentOf(access.sweep, process.env)
const db = tableClient()
const table = env.TABLE_NAME
const log = createLog({ fields: { function: 'flags-sweep' } })

export const handler = handleSchedule(
  sweepCanaries({
    ...wiredDriver({
      db,
      table,
      bus: eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME }),
      alarmStates: cloudWatchAlarms(new CloudWatchClient({})),
      log,
    }),
    open: openCanaries({ db, table }),
    machine: canaryMachine({ sfn: new SFNClient({}), arn: env.CANARIES_MACHINE_ARN }),
    now: systemClock,
    log,
  }),
)
