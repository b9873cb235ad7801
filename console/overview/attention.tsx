import { LinkButton, Notice, Pending } from '@signet/ui'
import type { Upload } from '../api/archive.ts'
import { creditsQuery, type Job } from '../api/images.ts'
import { counted } from '../session/amounts.ts'
import { planQuery } from '../session/plan.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { brokenMonitors, recentJobs, recentUploads } from './queries.ts'

interface Alert {
  readonly text: string
  readonly href: string
  readonly action: string
}

interface AttentionInputs {
  readonly plan: { readonly isPastDue: boolean } | undefined
  readonly credits: { readonly is_nearly_used_up: boolean } | undefined
  readonly jobs: readonly Pick<Job, 'state'>[] | undefined
  readonly uploads: readonly Pick<Upload, 'ingestion'>[] | undefined
  readonly dead: readonly string[] | undefined
}

const alertsOf = ({ plan, credits, jobs = [], uploads = [], dead = [] }: AttentionInputs): readonly Alert[] => {
  const failed = jobs.filter(({ state }) => state.startsWith('failed')).length
  const broken = uploads.filter(({ ingestion }) => ingestion === 'failed').length
  return [
    ...(plan?.isPastDue
      ? [{ text: 'A payment failed and will be retried.', href: '/billing', action: 'Billing' }]
      : []),
    ...(credits?.is_nearly_used_up
      ? [{ text: 'Most image credits of this cycle are used.', href: '/billing', action: 'Buy credits' }]
      : []),
    ...(failed > 0
      ? [
          {
            text: `${counted(failed, 'recent image')} failed. Failed images cost nothing.`,
            href: '/images/gallery?state=failed',
            action: 'View failed images',
          },
        ]
      : []),
    ...(broken > 0
      ? [{ text: `${counted(broken, 'import')} failed.`, href: '/archive/imports', action: 'View exports' }]
      : []),
    ...dead.map((name) => ({
      text: `Mentions of ${name} could not be delivered for a day.`,
      href: `/mentions/${encodeURIComponent(name)}`,
      action: 'View monitor',
    })),
  ]
}

export const Attention = () => {
  // Queried first, because images are loaded after it.
  const jobs = useOrganizationQuery(recentJobs)
  const plan = useOrganizationQuery(planQuery)
  const credits = useOrganizationQuery(creditsQuery)
  const uploads = useOrganizationQuery(recentUploads)
  const dead = useOrganizationQuery(brokenMonitors)
  if ([plan, credits, jobs, uploads, dead].some(({ isPending }) => isPending)) return <Pending />
  const alerts = alertsOf({
    plan: plan.data,
    credits: credits.data,
    jobs: jobs.data,
    uploads: uploads.data,
    dead: dead.data,
  })
  if (alerts.length === 0) return null
  return (
    <div class="stack tight">
      {alerts.map(({ text, href, action }) => (
        <Notice key={href} kind="warn" action={<LinkButton href={href}>{action}</LinkButton>}>
          <p>{text}</p>
        </Notice>
      ))}
    </div>
  )
}
