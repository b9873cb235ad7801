import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, secretsClient, tableClient } from '@signet/kernel'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { OWN_ADDRESSES, secretTable, webhookSecrets } from '@signet/notifications/webhooks'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { idsOfStep } from '../jobs/job-step.ts'
import { jobWorkerTable } from '../jobs/job-worker-table.ts'
import { deliveryTable } from '../webhooks/delivery-table.ts'
import { webhookQueue } from '../webhooks/webhook-queue.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { NotifyMessage } from './notify-message.ts'

export const handler = queueFunction({
  name: 'images-notify',
  access: access.notify,
  variables: process.env,
  clients: {
    db: tableClient(),
    secrets: secretsClient(),
    sqs: new SQSClient({}),
    bucket: bucketFromEnvironment(process.env),
  },
  message: NotifyMessage,
  ids: idsOfStep,
  failed: 'webhook not attempted',
  build: (runtime) => {
    const { env, pepper, now, clients } = runtime
    return deliverWebhook({
      ...runtime,
      jobs: jobWorkerTable({ ...runtime, texts: clients.bucket }),
      deliveries: deliveryTable(runtime),
      secretStates: secretTable(runtime),
      secrets: webhookSecrets(pepper, now),
      queue: webhookQueue({ sqs: clients.sqs, url: env.WEBHOOKS_QUEUE_URL }),
      fetch: guardedFetch,
      allowAddresses: env.WEBHOOK_LOOPBACK === 'allowed' ? OWN_ADDRESSES : [],
      random: Math.random,
    })
  },
})
