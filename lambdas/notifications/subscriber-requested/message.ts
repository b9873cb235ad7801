import { mintToken } from '@signet/identity'
import type { SecretSource } from '@signet/kernel'
import { linkDigest, type Mail, type MailOf, unsubscribeHeaders, unsubscribeToken } from '@signet/notifications/mail'
import * as z from 'zod'
import type { ConfirmationTable } from './confirmation-table.ts'

const SubscriptionRequest = z.object({ subscriber_id: z.string(), request_id: z.string() })

const textOf = (name: string | undefined, confirm: string): string => `Hello${name === undefined ? '' : ` ${name}`},

somebody, most likely you, has asked for news from Signet to this address. To get them, open this page within 48 hours
and press its button:

${confirm}

If it was not you, do nothing: no news will come.
`

/** The mail of `subscriber.requested`, by which the owner of an address confirms it. Its link is new each time; only the digest is stored. */
export const confirmationMail =
  ({ confirmations, pepper }: { readonly confirmations: ConfirmationTable; readonly pepper: SecretSource }): MailOf =>
  async ({ data }): Promise<Mail | undefined> => {
    const { subscriber_id: subscriber, request_id: request } = SubscriptionRequest.parse(data)
    const wanted = await confirmations.due(subscriber, request)
    if (!wanted) return undefined
    const { email, name, base_url } = wanted
    const secret = await pepper()
    const token = mintToken()
    await confirmations.open(linkDigest(secret, token), subscriber, request)
    const page = `${base_url}/api/subscribe`
    return {
      to: email,
      subject: 'Please confirm: news from Signet',
      text: textOf(name, `${page}/confirm?token=${token}`),
      headers: unsubscribeHeaders(`${page}/unsubscribe?token=${unsubscribeToken(secret, subscriber)}`),
    }
  }
