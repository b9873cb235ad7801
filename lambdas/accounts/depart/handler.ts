import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridgeBus, outbox, outboxTable } from '@signet/events'
import { orgKeys, PLATFORM_KEY_PREFIX } from '@signet/identity'
import { scheduleFunction, secretsClient, tableClient } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import { grantTable } from '@signet/oauth'
import { access } from '../contract/access.ts'
import { carryOut } from '../departures/carry-out.ts'
import { departureTable } from '../departures/departure-table.ts'
import { invitationTable } from '../organisations/invitation-table.ts'
import { membersTable } from '../organisations/organisation-table.ts'
import { sessionTable } from '../people/session-table.ts'

export const handler = scheduleFunction({
  name: 'accounts-depart',
  access: access.depart,
  variables: process.env,
  clients: { db: tableClient(), eventBridge: new EventBridgeClient({}), secrets: secretsClient() },
  build: (runtime) => {
    const { env, log, clients } = runtime
    const bus = eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME })
    const events = outbox({ table: outboxTable(runtime), bus, log })
    return carryOut({
      ...runtime,
      outbox: events,
      services: env.DEPARTING_SERVICES.split(','),
      departures: departureTable(runtime),
      organisations: membersTable({ ...runtime, outbox: events }),
      invitations: invitationTable(runtime),
      sessions: sessionTable(runtime),
      keys: orgKeys({ ...runtime, prefix: PLATFORM_KEY_PREFIX, knownScopes: [] }),
      grants: grantTable({ ...runtime, allowances: allowanceTable(runtime) }),
    })
  },
})
