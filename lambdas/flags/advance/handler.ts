import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridgeBus } from '@signet/events'
import { createLog, handleStep, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { advanceStep } from '../canary/advance-step.ts'
import { cloudWatchAlarms } from '../canary/alarm-states.ts'
import { CanaryStep } from '../canary/canary-step.ts'
import { wiredDriver } from '../canary/wired-driver.ts'
import { access } from '../contract/access.ts'

const env = environmentOf(access.advance, process.env)
const log = createLog({ fields: { function: 'flags-advance' } })
const driver = wiredDriver({
  db: tableClient(),
  table: env.TABLE_NAME,
  bus: eventBridgeBus({ client: new EventBridgeClient({}), name: env.EVENT_BUS_NAME }),
  alarmStates: cloudWatchAlarms(new CloudWatchClient({})),
  log,
})

export const handler = handleStep(CanaryStep, advanceStep(driver.read, driver.advance))
