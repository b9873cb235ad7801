import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
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
const driver = canaryDriver({
  sets: flagSetTable({ db, table, now }),
  alarmStates: cloudWatchAlarms(new CloudWatchClient({})),
  exposedCounts: exposedCounts((set, key, since) => readUse({ db, table, set, now }, key, since)),
  now,
  log: createLog({ fields: { function: 'flags-advance' } }),
})

export const handler = handleStep(CanaryStep, advanceStep(driver.read, driver.advance))
