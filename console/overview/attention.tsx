import { LinkButton, Notice, Pending } from '@signet/ui'
import type { Upload } from '../api/archive.ts'
import { creditsQuery, type Job } from '../api/images.ts'
import { formatCount } from '../session/amounts.ts'
import { planQuery } from '../session/plan.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { failingMonitorsQuery, recentJobsQuery, recentUploadsQuery } from './queries.ts'

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
  readonly failingMonitors: readonly string[] | undefined
}

const alertsOf = ({
  plan,
  credits,
  jobs = [],
  uploads = [],
  failingMonitors = [],
}: AttentionInputs): readonly Alert[] => {
  const failedJobs = jobs.filter(({ state }) => state.startsWith('failed')).length
  const failedImports = uploads.filter(({ ingestion }) => ingestion === 'failed').length
  return [
    ...(plan?.isPastDue
      ? [{ text: 'A payment failed and will be retried.', href: '/billing', action: 'View billing' }]
      : []),
    ...(credits?.is_nearly_used_up
      ? [{ text: 'Most image credits of this billing cycle are used.', href: '/billing', action: 'View plans' }]
      : []),
    ...(failedJobs > 0
      ? [
          {
            text: `${formatCount(failedJobs, 'recent image')} failed. Failed images cost nothing.`,
            href: '/images/gallery?state=failed',
            action: 'View failed images',
          },
        ]
      : []),
    ...(failedImports > 0
      ? [{ text: `${formatCount(failedImports, 'import')} failed.`, href: '/archive/imports', action: 'View exports' }]
      : []),
    ...failingMonitors.map((name) => ({
      text: `Some event batches of the monitor ${name} were not delivered within 24 hours.`,
      href: `/mentions/${encodeURIComponent(name)}`,
      action: 'View monitor',
    })),
  ]
}

export const Attention = () => {
  // Queried first, because the image previews load only after this list.
  const jobs = useOrganizationQuery(recentJobsQuery)
  const plan = useOrganizationQuery(planQuery)
  const credits = useOrganizationQuery(creditsQuery)
  const uploads = useOrganizationQuery(recentUploadsQuery)
  const failingMonitors = useOrganizationQuery(failingMonitorsQuery)
  if ([plan, credits, jobs, uploads, failingMonitors].some(({ isPending }) => isPending)) return <Pending />
  const alerts = alertsOf({
    plan: plan.data,
    credits: credits.data,
    jobs: jobs.data,
    uploads: uploads.data,
    failingMonitors: failingMonitors.data,
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
