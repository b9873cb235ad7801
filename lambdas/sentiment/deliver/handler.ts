import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SQSClient } from '@aws-sdk/client-sqs'
import {
  createLog,
  eachMessage,
  emfMetrics,
  handleBatch,
  managedSecret,
  newUuid,
  systemClock,
  tableClient,
} from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { OWN_ADDRESSES, webhookSecrets } from '@signet/webhooks'
import { access } from '../contract/access.ts'
import { batchTable } from '../cycles/batch-table.ts'
import { DeliveryMessage, deliveryQueue } from '../cycles/delivery-queue.ts'
import { credentialStore } from '../monitors/credential-store.ts'
import { monitorReader } from '../monitors/monitor-reader-table.ts'
import { deliverBatches } from './deliver-batches.ts'
import { endpointTable } from './endpoint-table.ts'

const env = environmentOf(access.deliver, process.env)
const log = createLog({ fields: { function: 'sentiment-deliver' } })
const now = systemClock
const secrets = new SecretsManagerClient({})
const table = { db: tableClient(), table: env.TABLE_NAME, now, newId: newUuid }

const deliver = deliverBatches({
  monitors: monitorReader(table),
  credentials: credentialStore(secrets, env.SENTIMENT_STORE, newUuid),
  batches: batchTable(table),
  endpoints: endpointTable(table),
  secrets: webhookSecrets(managedSecret({ client: secrets, id: env.PEPPER_SECRET, now }), now),
  queue: deliveryQueue({ sqs: new SQSClient({}), url: env.SENTIMENT_DELIVERIES_QUEUE_URL }),
  fetch: guardedFetch,
  allowAddresses: env.WEBHOOK_LOOPBACK === 'allowed' ? OWN_ADDRESSES : [],
  random: Math.random,
  now,
  log,
  metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'sentiment-deliver' } }),
})

export const handler = handleBatch(
  eachMessage({ log, failed: 'batches could not be sent' }, async (body) => deliver(DeliveryMessage.parse(body))),
)
