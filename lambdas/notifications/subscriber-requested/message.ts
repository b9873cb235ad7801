import { mintToken } from '@signet/identity'
import type { SecretSource } from '@signet/kernel'
import { linkDigest, type Mail, type MailOf, unsubscribeHeaders, unsubscribeToken } from '@signet/notifications/mail'
import * as z from 'zod'
import type { ConfirmationTable } from './confirmation-table.ts'

const SubscriptionRequest = z.object({ subscriber_id: z.string(), request_id: z.string() })

const textOf = (name: string | undefined, confirm: string): string => `Hello${name === undefined ? '' : ` ${name}`},

You requested Signet news at this email address. To subscribe, open this link within 48 hours and confirm on the
page:

${confirm}

If you did not request this, ignore this email. You will not receive any news.
`

/** Creates the mail of `subscriber.requested`, which asks the owner of an address to confirm it. Each mail has a new link, of which only the digest is stored. */
export const confirmationMail =
  ({ confirmations, pepper }: { readonly confirmations: ConfirmationTable; readonly pepper: SecretSource }): MailOf =>
  async ({ data }): Promise<Mail | undefined> => {
    const { subscriber_id: subscriber, request_id: request } = SubscriptionRequest.parse(data)
    const pendingRequest = await confirmations.dueRequest(subscriber, request)
    if (!pendingRequest) return undefined
    const { email, name, base_url } = pendingRequest
    const secret = await pepper()
    const token = mintToken()
    await confirmations.createLink(linkDigest(secret, token), subscriber, request)
    const page = `${base_url}/api/subscribe`
    return {
      to: email,
      subject: 'Confirm your subscription to Signet news',
      text: textOf(name, `${page}/confirm?token=${token}`),
      headers: unsubscribeHeaders(`${page}/unsubscribe?token=${unsubscribeToken(secret, subscriber)}`),
    }
  }
