import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { eventFunction, secretsClient, tableClient } from '@signet/kernel'
import { issuesKind } from '@signet/receipts'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { jobWorkerTable } from '../jobs/job-worker-table.ts'
import { jobReceipts } from '../jobs/receipt-table.ts'
import { receiptImage } from './receipt-image.ts'

export const handler = eventFunction({
  name: 'images-receipt',
  access: access.receipt,
  variables: process.env,
  clients: {
    db: tableClient(),
    secrets: secretsClient(),
    kms: new KMSClient({}),
    bucket: bucketFromEnvironment(process.env),
  },
  failed: 'receipt of an image not issued',
  build: (runtime) => {
    const { env, clients } = runtime
    const signers = kmsSigners(clients.kms, env)
    return receiptImage({
      log: runtime.log,
      bucket: clients.bucket,
      isEnabled: issuesKind(env.RECEIPT_KINDS, 'image'),
      jobs: jobWorkerTable({ ...runtime, texts: clients.bucket }),
      receipts: jobReceipts(runtime),
      issue: receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes }),
    })
  },
})
