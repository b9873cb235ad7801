import { eventBridgeBus, outbox, outboxTable } from '@signet/events'
import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { contactRow, ticketRow } from '../contract/message-rows.ts'
import { subscribeRoutes } from '../subscribe/subscribe-routes.ts'
import { subscriberTable } from '../subscribe/subscriber-table.ts'
import { contactRoute } from './contact-route.ts'
import { ticketRoutes } from './ticket-routes.ts'

/** Wires the function for messages and tickets. */
export const app = authenticatedApp<typeof access.api>((runtime) => {
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
  }
})
