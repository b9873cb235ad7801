import { firstOwner, type OwnerDeps } from '@signet/identity'
import type { MailOf } from '@signet/notifications/mail'
import * as z from 'zod'

const SUBJECTS = {
  intake: 'The intake that it stands on',
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

your trust page "${slug}" goes stale. ${SUBJECTS[what]} will be older than a year on ${day}; from then on the page shows it
in red to everybody.

Have a new intake judged, with the day of the latest audit, and point the page at its receipt.
`

/** The mail of `trust-page.going-stale` to the first owner, before an intake or audit on the trust page is older than a year. */
export const goingStaleMail =
  (deps: OwnerDeps): MailOf =>
  async ({ data }) => {
    const stale = GoingStale.parse(data)
    const person = await firstOwner(deps, stale.org_id)
    if (person === undefined) return undefined
    const subject = `Your trust page ${stale.slug} goes stale in ${stale.days_left === 1 ? 'a day' : `${stale.days_left} days`}`
    return { to: person.email, subject, text: textOf(stale, person.name) }
  }
