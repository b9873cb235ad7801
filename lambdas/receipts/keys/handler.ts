import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { SQSClient } from '@aws-sdk/client-sqs'
import { invokedFunction, secretsClient, tableClient } from '@signet/kernel'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { access } from '../contract/access.ts'
import { sequenceQueue } from '../sequence/sequence-queue.ts'
import { carryOutOrder } from './carry-out-order.ts'
import { KeyOrder } from './key-orders.ts'

export const handler = invokedFunction({
  name: 'receipts-keys',
  access: access.keys,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), kms: new KMSClient({}), sqs: new SQSClient({}) },
  input: KeyOrder,
  build: (runtime) => {
    const { env, clients } = runtime
    const deps = { ...runtime, issuer: env.ISSUER_URL, signers: kmsSigners(clients.kms, env), randomBytes }
    const wakeSequencer = sequenceQueue({ sqs: clients.sqs, url: env.RECEIPTS_SEQUENCE_QUEUE_URL })
    return carryOutOrder({ ...deps, issue: receiptIssuer({ ...deps, wakeSequencer }) })
  },
})
