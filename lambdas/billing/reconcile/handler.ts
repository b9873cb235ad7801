import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { scheduleFunction, secretsClient, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { settlementDeps } from '../settle/app.ts'
import { reconcile } from './reconcile.ts'

export const handler = scheduleFunction({
  name: 'billing-reconcile',
  access: access.reconcile,
  variables: process.env,
  clients: {
    db: tableClient(),
    secrets: secretsClient(),
    lambda: new LambdaClient({}),
    eventBridge: new EventBridgeClient({}),
  },
  build: (runtime) => reconcile(settlementDeps(runtime)),
})
