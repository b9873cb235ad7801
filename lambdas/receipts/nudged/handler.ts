import { KMSClient } from '@aws-sdk/client-kms'
import { queueFunction, tableClient } from '@signet/kernel'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import * as z from 'zod'
import { access } from '../contract/access.ts'
import { buildSequencer } from '../sequence/sequencing.ts'

export const handler = queueFunction({
  name: 'receipts-nudged',
  access: access.nudged,
  variables: process.env,
  clients: { db: tableClient(), kms: new KMSClient({}), bucket: bucket(bucketConnection(process.env)) },
  message: z.object({}),
  // The first message processes all pending receipts, so concurrent runs would find none.
  oneByOne: true,
  failed: 'log sequencing failed',
  build: buildSequencer,
})
