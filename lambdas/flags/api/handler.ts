import { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { SFNClient } from '@aws-sdk/client-sfn'
import { apiFunction } from '@signet/kernel/api-function'
import { access } from '../contract/access.ts'

export const handler = apiFunction({
  name: 'flags-api',
  access: access.api,
  variables: process.env,
  clients: { sfn: new SFNClient({}), eventBridge: new EventBridgeClient({}), cloudWatch: new CloudWatchClient({}) },
  load: () => import('./app.ts'),
})
