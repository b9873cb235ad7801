import { KMSClient } from '@aws-sdk/client-kms'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'
import { buildSequencer } from './sequencing.ts'

export const handler = scheduleFunction({
  name: 'receipts-sequence',
  access: access.sequence,
  variables: process.env,
  clients: { db: tableClient(), kms: new KMSClient({}), bucket: bucket(bucketConnection(process.env)) },
  build: buildSequencer,
})
