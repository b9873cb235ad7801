import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { stepFunction, tableClient } from '@signet/kernel'
import { advanceStep } from '../canary/advance-step.ts'
import { CanaryStep } from '../canary/canary-step.ts'
import { wiredDriver } from '../canary/wired-driver.ts'
import { access } from '../contract/access.ts'

export const handler = stepFunction({
  name: 'flags-advance',
  access: access.advance,
  variables: process.env,
  clients: { db: tableClient(), eventBridge: new EventBridgeClient({}), cloudWatch: new CloudWatchClient({}) },
  input: CanaryStep,
  ids: ({ org, canaryId }) => ({ tenant_id: org, canary_id: canaryId }),
  build: (runtime) => {
    const { read, advance } = wiredDriver(runtime)
    return advanceStep(read, advance)
  },
})
