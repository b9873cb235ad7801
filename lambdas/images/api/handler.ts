import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SQSClient } from '@aws-sdk/client-sqs'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'

export const handler = apiFunction({
  name: 'images-api',
  access: access.api,
  variables: process.env,
  clients: {
    sqs: new SQSClient({}),
    eventBridge: new EventBridgeClient({}),
    bucket: bucketFromEnvironment(process.env),
    variables: process.env,
  },
  load: () => import('./app.ts'),
})
