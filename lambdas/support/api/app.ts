import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { functionOutbox } from '@signet/kernel/events'
import { contactRow, ticketRow } from '@signet/notifications/support/message-rows'
import type { access } from '../contract/access.ts'
import { subscribeRoutes } from '../subscribe/subscribe-routes.ts'
import { subscriberTable } from '../subscribe/subscriber-table.ts'
import { contactRoute } from './contact-route.ts'
import { ticketRoutes } from './ticket-routes.ts'

export const app = authenticatedApp<typeof access.api>((runtime) => {
  const outbox = functionOutbox(runtime)
  const deps = {
    ...runtime,
    contacts: rowTable(contactRow, runtime),
    tickets: rowTable(ticketRow, runtime),
    subscribers: subscriberTable({ ...runtime, outbox }),
    outbox,
  }
  return {
    routes: [contactRoute(deps), ...ticketRoutes(deps), ...subscribeRoutes(deps)],
  }
})
