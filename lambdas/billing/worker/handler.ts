import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { queueFunction, secretsClient, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { settlementDeps } from '../settle/app.ts'
import { settleMessage } from '../settle/settle-message.ts'
import { StripeMessage } from '../settle/stripe-message.ts'

export const handler = queueFunction({
  name: 'billing-worker',
  access: access.worker,
  variables: process.env,
  clients: {
    db: tableClient(),
    secrets: secretsClient(),
    lambda: new LambdaClient({}),
    eventBridge: new EventBridgeClient({}),
  },
  message: StripeMessage,
  ids: ({ event_id, customer_id }) => ({ event_id, customer_id }),
  failed: 'event could not be handled',
  oneByOne: true,
  build: (runtime) => {
    const load = settlementDeps(runtime)
    return async (message) => settleMessage(await load())(message)
  },
})
