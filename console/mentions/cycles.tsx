import { type Column, Empty, Facts, Section, Table, Time } from '@signet/ui'
import type { ListSentimentCyclesOutput } from '../api/sentiment.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { endpointWords, haltReason, outcomeOf, PLATFORM_NAMES } from './monitor-words.ts'
import { cyclesQuery } from './queries.ts'

type Cycle = ListSentimentCyclesOutput['cycles'][number]

const columns: readonly Column<Cycle>[] = [
  { title: 'Scheduled', cell: ({ cycleId }) => <Time at={cycleId} now={serviceNow()} /> },
  { title: 'Platform', cell: ({ platform }) => PLATFORM_NAMES[platform] },
  {
    title: 'Outcome',
    cell: (cycle) => <StateBadge of={outcomeOf(cycle)} />,
  },
  { title: 'Accepted events', isNumber: true, cell: ({ accepted }) => accepted.toLocaleString('en') },
  { title: 'Failed events', isNumber: true, cell: ({ dead }) => dead.toLocaleString('en') },
]

const platformState = ({
  halted,
  waitsUntil,
  backlog,
  spentTodayUsd,
}: ListSentimentCyclesOutput['platforms'][number]) => (
  <>
    {halted === null ? 'Active.' : `Halted: ${haltReason(halted)}. Edit the monitor to resume.`}
    {waitsUntil && (
      <>
        {' '}
        Next query <Time at={waitsUntil} now={serviceNow()} />.
      </>
    )}
    {backlog > 0 && ` Older mentions of ${formatCount(backlog, 'query', 'queries')} are pending.`}
    {spentTodayUsd > 0 && ` Spent today: $${spentTodayUsd.toFixed(2)}.`}
  </>
)

export const Cycles = ({ tenantId }: { readonly tenantId: string }) => {
  const cycles = useOrganizationQuery(cyclesQuery, tenantId)
  return (
    <Section title="Cycles">
      <Loaded of={cycles}>
        {({ nextRun, endpoint, platforms, cycles: all }) => (
          <>
            <Facts
              facts={[
                [
                  'Next cycle',
                  nextRun === null ? (
                    'After the monitor is resumed'
                  ) : (
                    <Time key="next" at={nextRun} now={serviceNow()} />
                  ),
                ],
                ['Endpoint', endpointWords(endpoint)],
                ...platforms.map((platform) => [PLATFORM_NAMES[platform.platform], platformState(platform)] as const),
              ]}
            />
            {all.length === 0 ? (
              <Empty>Cycles appear here. In each cycle, every 15 minutes, the monitor searches its platforms.</Empty>
            ) : (
              <Table
                label="Cycles"
                rows={all}
                keyOf={({ cycleId, platform }) => `${cycleId}-${platform}`}
                columns={columns}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
