import { erasureFunction } from '@signet/erasure'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'
import { rows } from '../contract/rows.ts'
import { artifactErasure } from './artifact-erasure.ts'

export const handler = erasureFunction('trust', {
  access: access.erasure,
  variables: process.env,
  kinds: rows,
  clients: { connection: bucketConnection(process.env) },
  special: (runtime) => artifactErasure({ ...runtime, objects: bucket(runtime.clients.connection) }),
})
