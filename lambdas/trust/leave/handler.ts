import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { eventFunction, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { eraseTrust, takeTrust } from './leave-trust.ts'

export const handler = eventFunction({
  name: 'trust-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env), connection: bucketConnection(process.env) },
  failed: 'a departure or an export could not be answered',
  build: (runtime) => {
    const deps = { ...runtime, objects: bucket(runtime.clients.connection) }
    return answersLeaving(runtime, 'trust', { erase: eraseTrust(deps), take: takeTrust(deps) })
  },
})
