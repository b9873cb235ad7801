import type { personRow } from '@signet/identity/person-row'
import type { RowTable } from '@signet/kernel'
import type { MailOf } from '@signet/notifications/mail'
import * as z from 'zod'

const LeakedKey = z.object({ user_id: z.string().nullable(), prefix: z.string().nullable(), revoked_at: z.string() })

const textOf = (
  name: string | undefined,
  prefix: string,
  at: string,
): string => `Hello${name === undefined ? '' : ` ${name}`},

somebody has found a key of yours where it does not belong, and reported it. It begins with ${prefix}. Since ${at}
it is refused: whatever uses it is answered 401.

Please make another one on your dashboard, put it where the old one was, and look for what was done with the old one.
`

/** The mail of `api-key.leaked` to the owner of the key. It is not sent if the owner is unknown or has no address. */
export const leakedKeyMail =
  ({ people }: { readonly people: Pick<RowTable<typeof personRow>, 'get'> }): MailOf =>
  async ({ data }) => {
    const { user_id: user, prefix, revoked_at } = LeakedKey.parse(data)
    const person = user === null ? undefined : await people.get({ user })
    if (person?.email === undefined) return undefined
    const text = textOf(person.name, prefix ?? 'letters that we do not know', revoked_at)
    return { to: person.email, subject: 'A key of yours was reported as leaked, and is refused', text }
  }
