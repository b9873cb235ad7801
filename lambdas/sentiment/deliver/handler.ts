import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, secretsClient, tableClient } from '@signet/kernel'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { OWN_ADDRESSES, webhookSecrets } from '@signet/notifications/webhooks'
import { access } from '../contract/access.ts'
import { batchTable } from '../cycles/batch-table.ts'
import { DeliveryMessage, deliveryQueue } from '../cycles/delivery-queue.ts'
import { credentialStore } from '../monitors/credential-store.ts'
import { monitorReader } from '../monitors/monitor-reader-table.ts'
import { deliverBatches } from './deliver-batches.ts'
import { endpointTable } from './endpoint-table.ts'

export const handler = queueFunction({
  name: 'sentiment-deliver',
  access: access.deliver,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), sqs: new SQSClient({}) },
  message: DeliveryMessage,
  ids: ({ org, tenant }) => ({ tenant_id: org, monitor_id: tenant }),
  failed: 'batch delivery failed',
  build: (runtime) => {
    const { env, pepper, now, newId, clients } = runtime
    return deliverBatches({
      ...runtime,
      monitors: monitorReader(runtime),
      credentials: credentialStore(clients.secrets.client, env.SENTIMENT_STORE, newId),
      batches: batchTable(runtime),
      endpoints: endpointTable(runtime),
      secrets: webhookSecrets(pepper, now),
      queue: deliveryQueue({ sqs: clients.sqs, url: env.SENTIMENT_DELIVERIES_QUEUE_URL }),
      fetch: guardedFetch,
      allowAddresses: env.WEBHOOK_LOOPBACK === 'allowed' ? OWN_ADDRESSES : [],
      random: Math.random,
    })
  },
})
