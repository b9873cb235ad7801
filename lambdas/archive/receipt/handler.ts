import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { eventFunction, rowTable, secretsClient, tableClient } from '@signet/kernel'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { issuesKind } from '@signet/receipts'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { importRow, ingestRow } from '@signet/search/conversations/rows'
import { access } from '../contract/access.ts'
import { receiptImport } from './receipt-import.ts'

export const handler = eventFunction({
  name: 'archive-receipt',
  access: access.receipt,
  variables: process.env,
  clients: {
    db: tableClient(),
    secrets: secretsClient(),
    kms: new KMSClient({}),
    bucket: bucket(bucketConnection(process.env)),
  },
  failed: 'import receipt could not be issued',
  build: (runtime) => {
    const { env, clients } = runtime
    const signers = kmsSigners(clients.kms, env)
    return receiptImport({
      bucket: clients.bucket,
      isEnabled: issuesKind(env.RECEIPT_KINDS, 'archive.import'),
      imports: rowTable(ingestRow, runtime),
      importRows: rowTable(importRow, runtime),
      issue: receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes }),
    })
  },
})
