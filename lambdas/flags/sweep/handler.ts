import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SFNClient } from '@aws-sdk/client-sfn'
import { eventBridgeBus, outbox, outboxTable } from '@signet/events'
import { readUse } from '@signet/flags/dynamodb'
import { createLog, handleSchedule, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { cloudWatchAlarms } from '../canary/alarm-states.ts'
import { canaryMachine } from '../canary/canary-machine.ts'
import { canaryDriver } from '../canary/driver.ts'
import { exposedCounts } from '../canary/exposed-counts.ts'
import { sweepCanaries } from '../canary/sweep-canaries.ts'
import { access } from '../contract/access.ts'
import { flagSetTable } from '../sets/flag-set-table.ts'
import { openCanaries } from '../sets/open-canaries-table.ts'

const env = environmentOf(access.sweep, process.env)
const now = systemClock
const db = tableClient()
const table = env.TABLE_NAME
const bus = eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME })
const log = createLog({ fields: { function: 'flags-sweep' } })
const driver = canaryDriver({
  sets: flagSetTable({ db, table, now, outbox: outbox({ table: outboxTable({ db, table }), bus, log }) }),
  alarmStates: cloudWatchAlarms(new CloudWatchClient({})),
  exposedCounts: exposedCounts((set, key, since) => readUse({ db, table, set, now }, key, since)),
  now,
  log,
})

export const handler = handleSchedule(
  sweepCanaries({
    ...driver,
    open: openCanaries({ db, table }),
    machine: canaryMachine({ sfn: new SFNClient({}), arn: env.CANARIES_MACHINE_ARN }),
    now,
    log,
  }),
)
