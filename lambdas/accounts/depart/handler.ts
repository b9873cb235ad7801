import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { functionOutbox } from '@signet/kernel/events'
import { keyEnds } from '@signet/identity'
import { scheduleFunction, tableClient } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import { grantTable } from '@signet/identity/oauth'
import { access } from '../contract/access.ts'
import { carryOut } from '../departures/carry-out.ts'
import { departureTable } from '../departures/departure-table.ts'
import { configuredPool } from '../departures/user-pool.ts'
import { invitationEnds } from '../organisations/invitation-ends.ts'
import { membersTable } from '../organisations/members-table.ts'
import { sessionEnds } from '../people/session-ends.ts'

export const handler = scheduleFunction({
  name: 'accounts-depart',
  access: access.depart,
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
    return carryOut({
      ...runtime,
      outbox: events,
      exports: bucket(clients.connection),
      pool: clients.pool,
      services: env.DEPARTING_SERVICES.split(','),
      departures: departureTable(runtime),
      organisations: membersTable({ ...runtime, outbox: events }),
      invitations: invitationEnds(runtime),
      sessions: sessionEnds(runtime),
      keys: keyEnds(runtime),
      grants: grantTable({ ...runtime, allowances: allowanceTable(runtime) }),
    })
  },
})
