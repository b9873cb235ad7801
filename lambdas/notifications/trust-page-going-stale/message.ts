import { firstOwner, type OwnerDeps } from '@signet/identity'
import type { MailOf } from '@signet/notifications/mail'
import { dayText } from '@signet/ui/dates'
import * as z from 'zod'

/** Subject of the reminder, and the addition to the instruction that renews it. */
const SUBJECTS = {
  intake: { name: 'security intake', renewal: '' },
  soc2: { name: 'SOC 2 audit', renewal: ' with the date of the latest SOC 2 audit' },
  iso27001: { name: 'ISO 27001 audit', renewal: ' with the date of the latest ISO 27001 audit' },
  penTest: { name: 'penetration test', renewal: ' with the date of the latest penetration test' },
} as const

const GoingStale = z.object({
  org_id: z.string(),
  slug: z.string(),
  evidence: z.enum(['intake', 'soc2', 'iso27001', 'penTest']),
  stale_on: z.string(),
  days_left: z.int(),
})

const textOf = ({ slug, evidence, stale_on: day }: z.output<typeof GoingStale>, name: string | undefined): string =>
  `Hello${name === undefined ? '' : ` ${name}`},

Your trust page “${slug}” will soon be out of date. Its ${SUBJECTS[evidence].name} will be more than one year old on ${dayText(day)}.
From that day, the public page shows “Out of date”.

To keep the page current, submit a new security intake (your answers about your security)${SUBJECTS[evidence].renewal}, then publish the intake on the page.
`

/** Creates the mail of `trust-page.going-stale` to the first owner, before an intake or audit on the trust page is older than a year. */
export const goingStaleMail =
  (deps: OwnerDeps): MailOf =>
  async ({ data }) => {
    const stale = GoingStale.parse(data)
    const person = await firstOwner(deps, stale.org_id)
    if (person === undefined) return undefined
    const subject = `Your trust page “${stale.slug}” will be out of date in ${stale.days_left === 1 ? '1 day' : `${stale.days_left} days`}`
    return { to: person.email, subject, text: textOf(stale, person.name) }
  }
