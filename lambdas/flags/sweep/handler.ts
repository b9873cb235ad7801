import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SFNClient } from '@aws-sdk/client-sfn'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { canaryMachine } from '../canary/canary-machine.ts'
import { sweepCanaries } from '../canary/sweep-canaries.ts'
import { wiredDriver } from '../canary/wired-driver.ts'
import { access } from '../contract/access.ts'
import { openCanaries } from '../sets/open-canaries-table.ts'

export const handler = scheduleFunction({
  name: 'flags-sweep',
  access: access.sweep,
  variables: process.env,
  clients: {
    db: tableClient(),
    eventBridge: new EventBridgeClient({}),
    cloudWatch: new CloudWatchClient({}),
    sfn: new SFNClient({}),
  },
  build: (runtime) =>
    sweepCanaries({
      ...runtime,
      ...wiredDriver(runtime),
      openCanaries: openCanaries(runtime),
      machine: canaryMachine({ sfn: runtime.clients.sfn, arn: runtime.env.CANARIES_MACHINE_ARN }),
    }),
})
