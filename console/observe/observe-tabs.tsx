import { LinkTabs } from '@signet/ui'
import { internalSummaryQuery } from '../api/observe.ts'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'

const LINKS = [
  { href: '/observe', text: 'Workers' },
  { href: '/observe/traces', text: 'Traces' },
  { href: '/observe/logs', text: 'Logs' },
  { href: '/observe/alerts', text: 'Alerts' },
]
const INTERNAL_LINK = { href: '/observe/signet', text: 'Signet telemetry' }

/** The views of the area. Only the service knows who is an operator, so the operator tab depends on its reply. */
export const ObserveTabs = ({ current }: { readonly current: string }) => {
  const { userId } = useSession()
  const { data } = useQuery(internalSummaryQuery(userId))
  return <LinkTabs label="Observe" current={current} links={data ? [...LINKS, INTERNAL_LINK] : LINKS} />
}

export const AlertTabs = ({ current }: { readonly current: string }) => (
  <LinkTabs
    label="Alerts"
    current={current}
    links={[
      { href: '/observe/alerts', text: 'Incidents' },
      { href: '/observe/alerts/rules', text: 'Rules' },
      { href: '/observe/alerts/objectives', text: 'Objectives' },
    ]}
  />
)
