import { firstOwner, type OwnerDeps } from '@signet/identity'
import { type MailOf, NOT_CONFIGURED } from '@signet/notifications/mail'
import { dayText } from '@signet/ui/dates'
import * as z from 'zod'

/** Evidence of the reminder, its short name, and the addition to the instruction that renews it. */
const EVIDENCE = {
  intake: { name: 'security intake', noun: 'intake', renewal: '' },
  soc2: { name: 'SOC 2 audit', noun: 'audit', renewal: ' Enter the date of the latest SOC 2 audit.' },
  iso27001: { name: 'ISO 27001 audit', noun: 'audit', renewal: ' Enter the date of the latest ISO 27001 audit.' },
  penTest: { name: 'penetration test', noun: 'test', renewal: ' Enter the date of the latest penetration test.' },
} as const

const GoingStale = z.object({
  org_id: z.string(),
  slug: z.string(),
  evidence: z.enum(['intake', 'soc2', 'iso27001', 'penTest']),
  stale_on: z.string(),
  days_left: z.int(),
})

interface GoingStaleDeps extends OwnerDeps {
  /** Public URL of the platform, or `none`. */
  readonly platformUrl: string
}

const textOf = (
  { slug, evidence, stale_on: day }: z.output<typeof GoingStale>,
  name: string | undefined,
  platformUrl: string,
): string => {
  const linkTo = (path: string): string =>
    platformUrl === NOT_CONFIGURED ? '' : `\n   ${platformUrl.replace(/\/$/, '')}${path}`
  const { name: evidenceName, noun, renewal } = EVIDENCE[evidence]
  return `Hello${name === undefined ? '' : ` ${name}`},

Your trust page “${slug}” will soon be out of date. Its ${evidenceName} will be more than one year old on ${dayText(day)}.
If there is no newer ${noun} by then, the page will show “Out of date”.

To keep the page current:

1. Submit a new security intake (your answers about your security).${renewal}${linkTo('/trust-pages/intakes/new')}

2. Publish the new intake on the trust page.${linkTo(`/trust-pages/pages/${slug}`)}
`
}

/** Creates the mail of `trust-page.going-stale` to the first owner, before an intake or audit on the trust page is older than a year. */
export const goingStaleMail =
  ({ platformUrl, ...deps }: GoingStaleDeps): MailOf =>
  async ({ data }) => {
    const stale = GoingStale.parse(data)
    const person = await firstOwner(deps, stale.org_id)
    if (person === undefined) return undefined
    const subject = `Your trust page “${stale.slug}” will be out of date in ${stale.days_left === 1 ? '1 day' : `${stale.days_left} days`}`
    return { to: person.email, subject, text: textOf(stale, person.name, platformUrl) }
  }
