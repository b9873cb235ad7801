import type { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { eventBridgeBus, outbox, outboxTable } from '@signet/events'
import { callersOf, PLATFORM_KEY_PREFIX } from '@signet/identity'
import { apiApp, rowTable } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { contactRow, ticketRow } from '../contract/rows.ts'
import { subscribeRoutes } from '../subscribe/subscribe-routes.ts'
import { subscriberTable } from '../subscribe/subscriber-table.ts'
import { contactRoute } from './contact-route.ts'
import { ticketRoutes } from './ticket-routes.ts'

/** Wires the function for messages and tickets. */
export const app = apiApp<typeof access.api, { readonly eventBridge: EventBridgeClient }>((runtime) => {
  const { env, log, clients } = runtime
  const bus = eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME })
  const sent = outbox({ table: outboxTable(runtime), bus, log })
  const deps = {
    ...runtime,
    contacts: rowTable(contactRow, runtime),
    tickets: rowTable(ticketRow, runtime),
    subscribers: subscriberTable({ ...runtime, outbox: sent }),
    outbox: sent,
  }
  return {
    routes: [contactRoute(deps), ...ticketRoutes(deps), ...subscribeRoutes(deps)],
    callers: callersOf(runtime, { keyPrefix: PLATFORM_KEY_PREFIX }),
  }
})
