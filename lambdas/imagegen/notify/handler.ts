import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SQSClient } from '@aws-sdk/client-sqs'
import { createLog, emfMetrics, handleBatch, managedSecret, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { OWN_ADDRESSES, secretTable, webhookSecrets } from '@signet/webhooks'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { jobWorkerTable } from '../jobs/job-worker-table.ts'
import { deliveryTable } from '../webhooks/delivery-table.ts'
import { webhookQueue } from '../webhooks/webhook-queue.ts'
import { deliverBatch } from './deliver-batch.ts'
import { deliverWebhook } from './deliver-webhook.ts'

const env = environmentOf(access.notify, process.env)
const log = createLog({ fields: { function: 'imagegen-notify' } })
const now = systemClock
const table = { db: tableClient(), table: env.TABLE_NAME, now }
const pepper = managedSecret({ client: new SecretsManagerClient({}), id: env.PEPPER_SECRET, now })

export const handler = handleBatch(
  deliverBatch({
    deliver: deliverWebhook({
      jobs: jobWorkerTable({ ...table, texts: bucketFromEnvironment(process.env) }),
      deliveries: deliveryTable(table),
      secretStates: secretTable(table),
      secrets: webhookSecrets(pepper, now),
      queue: webhookQueue({ sqs: new SQSClient({}), url: env.WEBHOOKS_QUEUE_URL }),
      fetch: guardedFetch,
      allowAddresses: env.WEBHOOK_LOOPBACK === 'allowed' ? OWN_ADDRESSES : [],
      random: Math.random,
      now,
      log,
      metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'imagegen-notify' } }),
    }),
    log,
  }),
)
