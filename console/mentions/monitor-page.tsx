import { Badge, Facts, LinkButton, PageHead, Section, Time } from '@signet/ui'
import { useRoute } from 'preact-iso'
import type { SentimentMonitor } from '../api/sentiment.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { Batches } from './batches.tsx'
import { Cycles } from './cycles.tsx'
import { MonitorActions } from './monitor-actions.tsx'
import { platformNames } from './monitor-words.ts'
import { monitorQuery } from './queries.ts'

const Settings = ({ of: monitor }: { readonly of: SentimentMonitor }) => (
  <Section
    title="Settings"
    isCard
    actions={<LinkButton href={`/mentions/${monitor.tenantId}/edit`}>Edit settings</LinkButton>}
  >
    <Facts
      facts={[
        ['Platforms', platformNames(monitor)],
        ['Endpoint', <code key="endpoint">{monitor.ingestEndpoint}</code>],
        [
          'Batches',
          `Up to ${formatCount(monitor.batchSize, 'event')} ${monitor.bodyFormat === 'bare' ? '(array of events)' : '(type, timestamp and events)'}`,
        ],
        ['Mention IDs', monitor.mentionIdMode === 'hashed' ? 'Hashed' : 'Platform IDs, without authors'],
        [
          'Personal data',
          monitor.personalData === 'rules'
            ? 'Removed by rules'
            : 'Removed by rules and Amazon Comprehend (AWS text analysis)',
        ],
        [
          'Sentiment scoring',
          monitor.scorer === 'offline'
            ? 'Built-in, without external services'
            : 'Amazon Comprehend (AWS text analysis)',
        ],
        ['Endpoint tested', <Time key="verified" at={monitor.verifiedAt} now={serviceNow()} />],
      ]}
    />
  </Section>
)

export const MonitorPage = () => {
  const { params } = useRoute()
  const tenantId = params.tenantId ?? ''
  const monitor = useOrganizationQuery(monitorQuery, tenantId)
  return (
    <Loaded of={monitor} absent={<NotFound what="monitor" back={{ href: '/mentions', text: 'Back to monitors' }} />}>
      {(data) => (
        <div class="stack wide">
          <PageHead
            title={data.tenantId}
            about={
              <>
                <Badge tone={data.enabled ? 'ok' : 'neutral'}>{data.enabled ? 'Active' : 'Paused'}</Badge>{' '}
                {data.source === 'simulated' && 'This deployment uses sample mentions instead of real platforms.'}
              </>
            }
            actions={<MonitorActions of={data} />}
          />
          <Batches tenantId={tenantId} />
          <Cycles tenantId={tenantId} />
          <Settings of={data} />
        </div>
      )}
    </Loaded>
  )
}
