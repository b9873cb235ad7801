import { reply } from '@signet/contracts'
import { cloudEvent } from '@signet/contracts/events'
import { userOf } from '@signet/identity'
import { type Clock, type NewId, type Route, type RowTable, route, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import type { ticketRow } from '@signet/notifications/support/message-rows'
import { listTickets, openTicket, supportTicketContract } from '../contract/tickets.ts'

export interface TicketDeps extends TableDeps {
  readonly tickets: RowTable<typeof ticketRow>
  readonly outbox: Outbox
  readonly newId: NewId
  readonly now: Clock
}

/** Tickets of signed-in users, visible to their author only. IDs sort by time. */
export const ticketRoutes = ({ tickets, outbox, newId, ...deps }: TicketDeps): Route[] => [
  route(openTicket, async ({ body, caller }) => {
    const user = userOf(caller)
    const time = deps.now()
    const ticket = { ...body, id: newId(), status: 'open' as const, created_at: time.toISOString() }
    const data = { ticket_id: ticket.id, user_id: user, created_at: ticket.created_at }
    const eventFields = { entity: ticket.id, version: 1, time, tenant: caller.tenantId, data }
    const event = cloudEvent(supportTicketContract, 'support-ticket.opened', eventFields)
    const putStep = tickets.steps.putNew({ user, id: ticket.id }, ticket)
    await transact<void>(deps, async () => ({ steps: [putStep, ...outbox.steps([event])], result: undefined }))
    await outbox.publish([event])
    return reply(201, ticket)
  }),
  route(listTickets, async ({ query: { limit, cursor }, caller }) => {
    const { rows, nextCursor } = await tickets.page({ user: userOf(caller) }, { limit, cursor, newestFirst: true })
    return reply(200, { tickets: [...rows], next_cursor: nextCursor })
  }),
]
