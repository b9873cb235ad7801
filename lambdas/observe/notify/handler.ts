import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, secretsClient, tableClient } from '@signet/kernel'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { OWN_ADDRESSES, webhookSecrets } from '@signet/notifications/webhooks'
import { access } from '../contract/access.ts'
import { deliverNotice } from './deliver-notice.ts'
import { noticeQueue } from './notice-queue.ts'
import { NotifyMessage } from './notify-message.ts'

export const handler = queueFunction({
  name: 'observe-notify',
  access: access.notify,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), sqs: new SQSClient({}) },
  message: NotifyMessage,
  ids: ({ tenant }) => ({ tenant_id: tenant }),
  failed: 'a notification of an incident could not be attempted',
  build: (runtime) => {
    const { env, pepper, now, clients } = runtime
    return deliverNotice({
      ...runtime,
      secrets: webhookSecrets(pepper, now),
      queue: noticeQueue({ sqs: clients.sqs, url: env.OBSERVE_NOTICES_QUEUE_URL }),
      fetch: guardedFetch,
      allowAddresses: env.WEBHOOK_LOOPBACK === 'allowed' ? OWN_ADDRESSES : [],
      random: Math.random,
    })
  },
})
