import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { keyRevocation } from '@signet/identity'
import { grantTable } from '@signet/identity/oauth'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { functionOutbox } from '@signet/kernel/events'
import { allowanceTable } from '@signet/ledger'
import { access } from '../contract/access.ts'
import { invitationWithdrawal } from '../organizations/invitation-withdrawal.ts'
import { membersTable } from '../organizations/members-table.ts'
import { sessionRevocation } from '../people/session-revocation.ts'
import { carryOutErasures } from './carry-out-erasures.ts'
import { erasureTable } from './erasure-table.ts'
import { configuredPool } from './user-pool.ts'

export const handler = scheduleFunction({
  name: 'accounts-erasure',
  access: access.erasure,
  variables: process.env,
  clients: {
    db: tableClient(),
    eventBridge: new EventBridgeClient({}),
    connection: bucketConnection(process.env),
    pool: configuredPool(process.env),
  },
  build: (runtime) => {
    const { env, clients } = runtime
    const events = functionOutbox(runtime)
    return carryOutErasures({
      ...runtime,
      outbox: events,
      exports: bucket(clients.connection),
      pool: clients.pool,
      services: env.ERASING_SERVICES.split(','),
      erasures: erasureTable(runtime),
      organizations: membersTable({ ...runtime, outbox: events }),
      invitations: invitationWithdrawal(runtime),
      sessions: sessionRevocation(runtime),
      keys: keyRevocation(runtime),
      grants: grantTable({ ...runtime, allowances: allowanceTable(runtime) }),
    })
  },
})
