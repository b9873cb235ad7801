import type { RowTable } from '@signet/kernel'
import { type MailOf, NOT_CONFIGURED } from '@signet/notifications/mail'
import type { contactRow } from '@signet/notifications/support/message-rows'
import * as z from 'zod'

const ContactMessage = z.object({ message_id: z.string(), received_at: z.string() })

export interface ContactMailDeps {
  readonly contacts: Pick<RowTable<typeof contactRow>, 'get'>
  /** Value of SUPPORT_EMAIL: the support address, or `none`. */
  readonly support: string
}

export const contactMail =
  ({ contacts, support }: ContactMailDeps): MailOf =>
  async ({ data }) => {
    const { message_id: id, received_at } = ContactMessage.parse(data)
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
