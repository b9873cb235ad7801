import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, secretsClient, tableClient } from '@signet/kernel'
import { comprehendClient } from '../comprehend/comprehend-client.ts'
import { access } from '../contract/access.ts'
import { CycleMessage } from '../cycles/cycle-message.ts'
import { buildCollector } from './app.ts'

export const handler = queueFunction({
  name: 'sentiment-collect',
  access: access.collect,
  variables: process.env,
  clients: {
    db: tableClient(),
    secrets: secretsClient(),
    sqs: new SQSClient({}),
    comprehend: comprehendClient(process.env),
  },
  message: CycleMessage,
  ids: ({ org, tenant, cycle, platform }) => ({ tenant_id: org, monitor_id: tenant, cycle_id: `${cycle} ${platform}` }),
  failed: 'cycle not read',
  build: buildCollector,
})
