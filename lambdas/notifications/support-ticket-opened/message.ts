import type { RowTable } from '@signet/kernel'
import { type MailOf, NOT_CONFIGURED } from '@signet/notifications/mail'
import type { ticketRow } from '@signet/notifications/support/message-rows'
import * as z from 'zod'

const OpenedTicket = z.object({ ticket_id: z.string(), user_id: z.string() })

export interface TicketMailDeps {
  readonly tickets: Pick<RowTable<typeof ticketRow>, 'get'>
  /** Value of SUPPORT_EMAIL: the support address, or `none`. */
  readonly support: string
}

export const ticketMail =
  ({ tickets, support }: TicketMailDeps): MailOf =>
  async ({ data }) => {
    const { ticket_id: id, user_id: user } = OpenedTicket.parse(data)
    if (support === NOT_CONFIGURED) return undefined
    const ticket = await tickets.get({ user, id })
    if (!ticket) return undefined
    const { subject, message } = ticket
    return { to: support, subject: `Ticket: ${subject}`, text: `${message}\n\nUser ${user}\nTicket ${id}\n` }
  }
