import { Badge, type Column, Empty, LinkButton, PageHead, Table, Time } from '@signet/ui'
import type { SentimentMonitor } from '../api/sentiment.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { platformNames } from './monitor-words.ts'
import { monitorsQuery } from './queries.ts'

const COMMAND = `curl -s ${location.origin}/api/sentiment/monitors -H 'authorization: Bearer plat_…'`

const columns: readonly Column<SentimentMonitor>[] = [
  { title: 'Monitor', cell: ({ tenantId }) => <a href={`/mentions/${tenantId}`}>{tenantId}</a> },
  {
    title: 'Status',
    cell: ({ enabled, source }) => (
      <>
        <Badge tone={enabled ? 'ok' : 'neutral'}>{enabled ? 'Active' : 'Paused'}</Badge>{' '}
        {source === 'simulated' && <Badge tone="warn">Sample mentions</Badge>}
      </>
    ),
  },
  { title: 'Platforms', cell: platformNames },
  { title: 'Endpoint', cell: ({ ingestEndpoint }) => <code>{ingestEndpoint}</code> },
  { title: 'Last tested', cell: ({ verifiedAt }) => <Time at={verifiedAt} now={serviceNow()} /> },
]

export const MonitorsPage = () => {
  const monitors = useOrganizationQuery(monitorsQuery)
  const create = (
    <LinkButton href="/mentions/new" kind="primary" icon="plus">
      Create monitor
    </LinkButton>
  )
  return (
    <div class="stack">
      <PageHead
        title="Mentions"
        about="A monitor searches for a brand every 15 minutes and sends new mentions to your endpoint, without personal data. Mentions are not stored."
        actions={monitors.data?.length ? create : undefined}
      />
      <Loaded of={monitors}>
        {(all) =>
          all.length === 0 ? (
            <Empty action={create} command={COMMAND}>
              Your monitors appear here. Create one to receive mentions of a brand.
            </Empty>
          ) : (
            <Table label="Monitors" rows={all} keyOf={({ tenantId }) => tenantId} columns={columns} />
          )
        }
      </Loaded>
    </div>
  )
}
