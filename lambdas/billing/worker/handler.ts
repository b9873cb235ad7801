import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { createLog, handleBatch, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { settling } from '../settle/app.ts'
import { settleMessage } from '../settle/settle-message.ts'
import { workBatch } from './work-batch.ts'

const name = 'billing-worker'
const env = environmentOf(access.worker, process.env)
const clients = {
  db: tableClient(),
  secrets: new SecretsManagerClient({}),
  lambda: new LambdaClient({}),
  eventBridge: new EventBridgeClient({}),
}
const deps = settling({ name, env, ...clients })

export const handler = handleBatch(
  workBatch({
    settle: async (message) => settleMessage(await deps())(message),
    log: createLog({ fields: { function: name } }),
  }),
)
