import { firstOwner, type OwnerDeps } from '@signet/identity'
import type { MailOf } from '@signet/notifications/mail'
import * as z from 'zod'

const SUBJECTS = {
  intake: 'The intake behind it',
  soc2: 'The SOC 2 audit',
  iso27001: 'The ISO 27001 audit',
  penTest: 'The penetration test',
} as const

const GoingStale = z.object({
  org_id: z.string(),
  slug: z.string(),
  what: z.enum(['intake', 'soc2', 'iso27001', 'penTest']),
  stale_on: z.string(),
  days_left: z.int(),
})

const textOf = ({ slug, what, stale_on: day }: z.output<typeof GoingStale>, name: string | undefined): string =>
  `Hello${name === undefined ? '' : ` ${name}`},

Your trust page "${slug}" is about to go stale. ${SUBJECTS[what]} will be more than one year old on ${day}. From that day,
the public page shows its date in red.

To keep the page current, submit a new intake with the date of the latest audit, then link its receipt to the page.
`

/** Creates the mail of `trust-page.going-stale` to the first owner, before an intake or audit on the trust page is older than a year. */
export const goingStaleMail =
  (deps: OwnerDeps): MailOf =>
  async ({ data }) => {
    const stale = GoingStale.parse(data)
    const person = await firstOwner(deps, stale.org_id)
    if (person === undefined) return undefined
    const subject = `Your trust page ${stale.slug} goes stale in ${stale.days_left === 1 ? 'a day' : `${stale.days_left} days`}`
    return { to: person.email, subject, text: textOf(stale, person.name) }
  }
