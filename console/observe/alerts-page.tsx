import { Badge, type Column, Empty, LinkButton, PageHead, Segments, Table, Time } from '@signet/ui'
import type { ListAlertsOutput } from '../api/observe.ts'
import { useParameter } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { AlertTabs, ObserveTabs } from './observe-tabs.tsx'
import { alertsQuery } from './queries.ts'

type Alert = ListAlertsOutput['alerts'][number]

const columns: readonly Column<Alert>[] = [
  { title: 'Rule', cell: ({ rule_name: rule }) => rule },
  {
    title: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'firing' ? 'danger' : 'ok'}>{status === 'firing' ? 'Firing' : 'Resolved'}</Badge>
    ),
  },
  { title: 'Worker', cell: ({ worker_name: worker }) => worker },
  { title: 'Severity', cell: ({ severity }) => severity },
  { title: 'Message', cell: ({ message }) => <span class="reason">{message || '–'}</span> },
  { title: 'Started', cell: ({ started_at: at }) => <Time at={at} now={serviceNow()} /> },
  {
    title: 'Ended',
    cell: ({ ended_at: at }) => (at === null ? 'Ongoing' : <Time at={at} now={serviceNow()} />),
  },
]

const STATES = [
  { value: '', text: 'All' },
  { value: 'firing', text: 'Firing' },
  { value: 'resolved', text: 'Resolved' },
]

export const AlertsPage = () => {
  const [text, setStatus] = useParameter('status')
  const status = text === 'firing' || text === 'resolved' ? text : undefined
  const alerts = useOrganizationQuery(alertsQuery, status)
  const create = (
    <LinkButton kind="primary" href="/observe/alerts/rules/new">
      Create rule
    </LinkButton>
  )
  return (
    <div class="stack">
      <PageHead title="Alerts" about="Incidents of your alert rules, and incidents that workers reported." />
      <ObserveTabs current="/observe/alerts" />
      <AlertTabs current="/observe/alerts" />
      <Segments label="Status" value={status ?? ''} onValue={setStatus} options={STATES} />
      <Loaded of={alerts}>
        {(all) => {
          if (all.length > 0) return <Table label="Incidents" rows={all} keyOf={({ id }) => id} columns={columns} />
          if (status !== undefined) return <p class="second">No incidents with this status.</p>
          return (
            <Empty
              action={create}
              command={`curl -s ${location.origin}/api/observe/alerts -H "authorization: Bearer $SIGNET_API_KEY"`}
            >
              Incidents appear here when a rule fires. Create an alert rule.
            </Empty>
          )
        }}
      </Loaded>
    </div>
  )
}
