import type { personRow } from '@signet/identity/person-row'
import type { RowTable } from '@signet/kernel'
import type { MailOf } from '@signet/notifications/mail'
import { timeText } from '@signet/ui/dates'
import * as z from 'zod'

const LeakedKey = z.object({ user_id: z.string().nullable(), prefix: z.string().nullable(), revoked_at: z.string() })

const textOf = (
  name: string | undefined,
  prefix: string | null,
  revokedAt: string,
): string => `Hello${name === undefined ? '' : ` ${name}`},

${prefix === null ? 'One of your API keys' : `Your API key that starts with ${prefix}`} was reported as leaked. Signet revoked it on ${timeText(revokedAt)}.
Requests with this key now return 401.

Create a new API key in the console, replace the old key wherever you use it, and check the activity of the old key.
`

/** Creates the mail of `api-key.leaked` to the owner of the key. No mail is sent if the owner is unknown or has no address. */
export const leakedKeyMail =
  ({ people }: { readonly people: Pick<RowTable<typeof personRow>, 'get'> }): MailOf =>
  async ({ data }) => {
    const { user_id: user, prefix, revoked_at } = LeakedKey.parse(data)
    const person = user === null ? undefined : await people.get({ user })
    if (person?.email === undefined) return undefined
    const text = textOf(person.name, prefix, revoked_at)
    return { to: person.email, subject: 'Your API key was reported as leaked and has been revoked', text }
  }
