import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { handleSchedule, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { settling } from '../settle/app.ts'
import { reconcile } from './reconcile.ts'

const env = environmentOf(access.reconcile, process.env)
const clients = {
  db: tableClient(),
  secrets: new SecretsManagerClient({}),
  lambda: new LambdaClient({}),
  eventBridge: new EventBridgeClient({}),
}

export const handler = handleSchedule(reconcile(settling({ name: 'billing-reconcile', env, ...clients })))
