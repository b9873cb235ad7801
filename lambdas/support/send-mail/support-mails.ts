import type { RowTable } from '@signet/kernel'
import { type MailOf, NOT_CONFIGURED } from '@signet/notifications/mail'
import * as z from 'zod'
import type { contactRow, ticketRow } from '../contract/message-rows.ts'

const Received = z.object({ message_id: z.string(), received_at: z.string() })
const Opened = z.object({ ticket_id: z.string(), user_id: z.string() })

export interface SupportDeps {
  readonly contacts: Pick<RowTable<typeof contactRow>, 'get'>
  readonly tickets: Pick<RowTable<typeof ticketRow>, 'get'>
  /** SUPPORT_EMAIL: the address that receives messages and tickets, or `none`. */
  readonly support: string
}

/** A message for support; a reply goes to the sender. */
export const contactMail =
  ({ contacts, support }: SupportDeps): MailOf =>
  async ({ data }) => {
    const { message_id: id, received_at } = Received.parse(data)
    if (support === NOT_CONFIGURED) return undefined
    const contact = await contacts.get({ day: received_at.slice(0, 10), id })
    if (!contact) return undefined
    const { name, email, message } = contact
    return {
      to: support,
      replyTo: email,
      subject: `Message from ${name}`,
      text: `${message}\n\n${name} <${email}>\n${id}\n`,
    }
  }

/** A ticket for support. */
export const ticketMail =
  ({ tickets, support }: SupportDeps): MailOf =>
  async ({ data }) => {
    const { ticket_id: id, user_id: user } = Opened.parse(data)
    if (support === NOT_CONFIGURED) return undefined
    const ticket = await tickets.get({ user, id })
    if (!ticket) return undefined
    const { subject, message } = ticket
    return { to: support, subject: `Ticket: ${subject}`, text: `${message}\n\nUser ${user}\nTicket ${id}\n` }
  }
