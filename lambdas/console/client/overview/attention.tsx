import { LinkButton, Notice } from '@signet/ui'
import { creditsReading } from '../session/credits.ts'
import { planReading } from '../session/plan.ts'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { brokenMonitors, recentJobs, recentUploads } from './readings.ts'

interface Alert {
  readonly text: string
  readonly href: string
  readonly action: string
}

/** What somebody should look at: failed work, payments, and credits that run out. */
const useAlerts = (): readonly Alert[] => {
  const { organisation } = useSession()
  const { data: plan } = useQuery(planReading(organisation.id))
  const { data: credits } = useQuery(creditsReading(organisation.id))
  const { data: jobs = [] } = useQuery(recentJobs(organisation.id))
  const { data: uploads = [] } = useQuery(recentUploads(organisation.id))
  const { data: dead = [] } = useQuery(brokenMonitors(organisation.id))
  const failed = jobs.filter(({ state }) => state.startsWith('failed')).length
  const broken = uploads.filter(({ ingestion }) => ingestion === 'failed').length
  return [
    ...(plan?.isPastDue
      ? [{ text: 'A payment has failed and will be tried again.', href: '/billing', action: 'Billing' }]
      : []),
    ...(credits?.is_nearly_used_up
      ? [{ text: 'Most image credits of this cycle are used.', href: '/billing', action: 'Get more' }]
      : []),
    ...(failed > 0
      ? [
          {
            text: `${failed} of the newest images failed. They cost nothing.`,
            href: '/images/gallery?state=failed',
            action: 'See why',
          },
        ]
      : []),
    ...(broken > 0 ? [{ text: `${broken} imports failed.`, href: '/archive/imports', action: 'See why' }] : []),
    ...dead.map((name) => ({
      text: `Mentions of ${name} could not be delivered for a day.`,
      href: `/mentions/${encodeURIComponent(name)}`,
      action: 'See why',
    })),
  ]
}

/** What needs somebody, at the top; nothing where all is well. */
export const Attention = () => {
  const alerts = useAlerts()
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
