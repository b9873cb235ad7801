import { SQSClient } from '@aws-sdk/client-sqs'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { cycleQueue } from './cycle-queue.ts'
import { dispatchCycles } from './dispatch-cycles.ts'
import { enabledMonitorTable } from './enabled-monitor-table.ts'

export const handler = scheduleFunction({
  name: 'sentiment-dispatch',
  access: access.dispatch,
  variables: process.env,
  clients: { db: tableClient(), sqs: new SQSClient({}) },
  build: (runtime) =>
    dispatchCycles({
      ...runtime,
      monitors: enabledMonitorTable(runtime),
      queue: cycleQueue({ sqs: runtime.clients.sqs, url: runtime.env.SENTIMENT_CYCLES_QUEUE_URL }),
      stage: runtime.env.STAGE,
    }),
})
