import { Badge, type Column, IconButton, PageHead, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type GetObserveSummaryOutput, observe } from '../api/observe.ts'
import { addressWith } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { percentOf, spanTime } from './amounts.ts'
import { FirstSpan } from './first-span.tsx'
import { ObserveTabs } from './observe-tabs.tsx'
import { summaryQuery } from './queries.ts'
import { type Range, RangeChoice, useRange } from './ranges.tsx'
import { SPARKLINE_SIZE, sparklinePoints } from './sparkline-points.ts'

type Worker = GetObserveSummaryOutput['workers'][number]

const DailyUsage = ({ of: { worker_name: name, ingest } }: { readonly of: Worker }) => {
  const { used_today: used, daily_limit: limit, projected_today: projected, is_near_limit: isNear } = ingest
  return (
    <div class={isNear ? 'meter day-use warn' : 'meter day-use'}>
      <span class="small">
        {used.toLocaleString('en')} of {limit.toLocaleString('en')}
      </span>
      <progress aria-label={`Events of ${name} today`} value={Math.min(used, limit)} max={limit || 1} />
      {isNear && <span class="small">Near the limit: {projected.toLocaleString('en')} expected by midnight UTC</span>}
    </div>
  )
}

const Sparkline = ({ of: series }: { readonly of: Worker['series'] }) => {
  const largest = Math.max(0, ...series.map(({ traces }) => traces))
  return (
    <svg
      class="spark"
      width={SPARKLINE_SIZE.width}
      height={SPARKLINE_SIZE.height}
      viewBox={`0 0 ${SPARKLINE_SIZE.width} ${SPARKLINE_SIZE.height}`}
      role="img"
      aria-label={`At most ${formatCount(Math.round(largest), 'trace')} in each of ${formatCount(series.length, 'part')} of the range`}
    >
      <polyline points={sparklinePoints(series)} />
    </svg>
  )
}

export const workerColumns = (tracesAddress: (worker: string) => string): readonly Column<Worker>[] => [
  { title: 'Worker', cell: ({ worker_name: name }) => <a href={tracesAddress(name)}>{name}</a> },
  {
    title: 'Traces',
    isNumber: true,
    cell: ({ total_traces: total }) => Math.round(total).toLocaleString('en'),
  },
  { title: 'Trend', cell: ({ series }) => <Sparkline of={series} /> },
  {
    title: 'Error rate',
    isNumber: true,
    cell: ({ error_rate: rate, total_traces: total }) =>
      rate > 0 ? <Badge tone="danger">{percentOf(rate)}</Badge> : total === 0 ? '–' : '0%',
  },
  {
    title: 'Average duration',
    isNumber: true,
    cell: ({ avg_duration_ms: ms }) => (ms === null ? '–' : spanTime(ms)),
  },
  {
    title: 'p95 duration',
    isNumber: true,
    cell: ({ p95_duration_ms: ms, p95_error: error }) =>
      ms === null ? (
        '–'
      ) : (
        <span>
          {spanTime(ms)} <span class="second small">±{percentOf(error)}</span>
        </span>
      ),
  },
  { title: 'Last seen', cell: ({ last_seen: at }) => <Time at={at} now={serviceNow()} /> },
]

const RemoveDialog = ({ worker, onClose }: { readonly worker: string; readonly onClose: () => void }) => (
  <ConfirmAction
    title={`Remove worker ${worker}?`}
    action="Remove worker"
    requiredText={worker}
    work={() => observe.removeWorker({ worker })}
    onDone={() => {
      void invalidate('observe')
      onClose()
    }}
    onClose={onClose}
  >
    <p>
      The telemetry, rules and objectives of this worker are erased. The worker no longer counts toward your plan limit.
    </p>
  </ConfirmAction>
)

const Workers = ({ all, range }: { readonly all: readonly Worker[]; readonly range: Range }) => {
  const [workerToRemove, setWorkerToRemove] = useState<string>()
  const columns = workerColumns((worker) => addressWith('/observe/traces', { worker, range }))
  return (
    <>
      <Table
        label="Workers"
        rows={all}
        keyOf={({ worker_name: name }) => name}
        columns={[
          ...columns,
          { title: 'Events today', cell: (worker) => <DailyUsage of={worker} /> },
          {
            title: 'Actions',
            isTitleHidden: true,
            cell: ({ worker_name: name }) => (
              <IconButton name="close" label={`Remove ${name}…`} onClick={() => setWorkerToRemove(name)} />
            ),
          },
        ]}
      />
      {workerToRemove !== undefined && (
        <RemoveDialog worker={workerToRemove} onClose={() => setWorkerToRemove(undefined)} />
      )}
    </>
  )
}

export const WorkersPage = () => {
  const range = useRange()
  const workers = useOrganizationQuery(summaryQuery, range)
  return (
    <div class="stack">
      <PageHead title="Observe" about="Traces, logs and alerts of your workers, sent with OTLP or JSON." />
      <ObserveTabs current="/observe" />
      <RangeChoice />
      <Loaded of={workers}>{(all) => (all.length === 0 ? <FirstSpan /> : <Workers all={all} range={range} />)}</Loaded>
    </div>
  )
}
