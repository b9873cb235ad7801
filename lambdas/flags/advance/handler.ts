import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridgeBus, outbox, outboxTable } from '@signet/events'
import { readUse } from '@signet/flags/dynamodb'
import { createLog, handleStep, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { advanceStep } from '../canary/advance-step.ts'
import { cloudWatchAlarms } from '../canary/alarm-states.ts'
import { CanaryStep } from '../canary/canary-step.ts'
import { canaryDriver } from '../canary/driver.ts'
import { exposedCounts } from '../canary/exposed-counts.ts'
import { access } from '../contract/access.ts'
import { flagSetTable } from '../sets/flag-set-table.ts'

const env = environmentOf(access.advance, process.env)
const now = systemClock
const db = tableClient()
const table = env.TABLE_NAME
const bus = eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME })
const log = createLog({ fields: { function: 'flags-advance' } })
const driver = canaryDriver({
  sets: flagSetTable({ db, table, now, outbox: outbox({ table: outboxTable({ db, table }), bus, log }) }),
  alarmStates: cloudWatchAlarms(new CloudWatchClient({})),
  exposedCounts: exposedCounts((set, key, since) => readUse({ db, table, set, now }, key, since)),
  now,
  log,
})

export const handler = handleStep(CanaryStep, advanceStep(driver.read, driver.advance))
