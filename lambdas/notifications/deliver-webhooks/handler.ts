import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, secretsClient, tableClient } from '@signet/kernel'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { deliveryQueue, OWN_ADDRESSES, webhookSecrets } from '@signet/notifications/webhooks'
import { access } from '../contract/access.ts'
import { deliverNotice, NoticeMessage } from './deliver-notice.ts'

export const handler = queueFunction({
  name: 'notifications-deliver-webhooks',
  access: access['deliver-webhooks'],
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), sqs: new SQSClient({}) },
  message: NoticeMessage,
  ids: ({ tenant }) => ({ tenant_id: tenant }),
  failed: 'webhook delivery failed',
  build: (runtime) => {
    const { env, pepper, now, clients } = runtime
    return deliverNotice({
      ...runtime,
      secrets: webhookSecrets(pepper, now),
      queue: deliveryQueue({ sqs: clients.sqs, url: env.WEBHOOK_DELIVERIES_QUEUE_URL }),
      fetch: guardedFetch,
      allowAddresses: env.WEBHOOK_LOOPBACK === 'allowed' ? OWN_ADDRESSES : [],
      random: Math.random,
    })
  },
})
