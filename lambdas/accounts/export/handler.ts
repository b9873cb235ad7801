import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { exportAccount } from '@signet/erasure'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { bucket, bucketConnection, partUploads } from '@signet/kernel/bucket'
import { functionOutbox } from '@signet/kernel/events'
import { access } from '../contract/access.ts'
import { accountKinds } from '../exports/account-kinds.ts'
import { carryOutExports } from '../exports/carry-out-exports.ts'
import { exportTable } from '../exports/export-table.ts'
import { joinParts } from '../exports/join-parts.ts'

export const handler = scheduleFunction({
  name: 'accounts-export',
  access: access.export,
  variables: process.env,
  clients: {
    db: tableClient(),
    eventBridge: new EventBridgeClient({}),
    connection: bucketConnection(process.env),
  },
  build: (runtime) => {
    const { env, clients } = runtime
    const events = functionOutbox(runtime)
    return carryOutExports({
      ...runtime,
      services: env.ERASING_SERVICES.split(','),
      exports: exportTable({ ...runtime, outbox: events }),
      join: joinParts({
        objects: bucket(clients.connection),
        uploads: partUploads(clients.connection),
        ownFiles: (account) => exportAccount(runtime, accountKinds, account),
      }),
    })
  },
})
