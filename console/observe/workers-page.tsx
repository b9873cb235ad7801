import { Badge, type Column, ConfirmDialog, IconButton, PageHead, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type GetObserveSummaryOutput, observe } from '../api/observe.ts'
import { useAction } from '../session/action.ts'
import { addressWith } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { percentOf, spanTime } from './amounts.ts'
import { FirstSpan } from './first-span.tsx'
import { ObserveTabs } from './observe-tabs.tsx'
import { type Range, RangeChoice, useRange } from './ranges.tsx'
import { summaryReading } from './readings.ts'
import { Sparkline } from './sparkline.tsx'

type Worker = GetObserveSummaryOutput['workers'][number]

const DayUse = ({ of: { worker_name: name, ingest } }: { readonly of: Worker }) => {
  const { used_today: used, daily_limit: limit, projected_today: projected, is_near_limit: isNear } = ingest
  return (
    <div class={isNear ? 'meter day-use warn' : 'meter day-use'}>
      <span class="small">
        {used.toLocaleString('en')} of {limit.toLocaleString('en')}
      </span>
      <progress aria-label={`Events of ${name} today`} value={Math.min(used, limit)} max={limit || 1} />
      {isNear && <span class="small">Near its limit: {projected.toLocaleString('en')} by midnight UTC</span>}
    </div>
  )
}

export const workerColumns = (traces: (worker: string) => string): readonly Column<Worker>[] => [
  { title: 'Worker', cell: ({ worker_name: name }) => <a href={traces(name)}>{name}</a> },
  {
    title: 'Traces',
    isNumber: true,
    cell: ({ total_traces: total }) => Math.round(total).toLocaleString('en'),
  },
  { title: 'Over time', cell: ({ series }) => <Sparkline of={series} /> },
  {
    title: 'Failed',
    isNumber: true,
    cell: ({ error_rate: rate, total_traces: total }) =>
      rate > 0 ? <Badge tone="danger">{percentOf(rate)}</Badge> : total === 0 ? '–' : '0 %',
  },
  {
    title: 'Average',
    isNumber: true,
    cell: ({ avg_duration_ms: ms }) => (ms === null ? '–' : spanTime(ms)),
  },
  {
    title: 'p95',
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

const RemoveDialog = ({ worker, onClose }: { readonly worker: string; readonly onClose: () => void }) => {
  const remove = useAction(
    () => observe.removeWorker({ worker }),
    () => {
      void readAgain('observe')
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title={`Remove the worker ${worker}?`}
      action="Remove the worker"
      typed={worker}
      isBusy={remove.isBusy}
      fault={remove.fault?.message}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <p>Its traces, logs and metrics, its rules and objectives are erased. Its place in the plan is free at once.</p>
    </ConfirmDialog>
  )
}

const Workers = ({ all, range }: { readonly all: readonly Worker[]; readonly range: Range }) => {
  const [removed, setRemoved] = useState<string>()
  const columns = workerColumns((worker) => addressWith('/observe/traces', { worker, range }))
  return (
    <>
      <Table
        label="Workers"
        rows={all}
        keyOf={({ worker_name: name }) => name}
        columns={[
          ...columns,
          { title: 'Events today', cell: (worker) => <DayUse of={worker} /> },
          {
            title: 'Actions',
            isTitleHidden: true,
            cell: ({ worker_name: name }) => (
              <IconButton name="close" label={`Remove ${name}…`} onClick={() => setRemoved(name)} />
            ),
          },
        ]}
      />
      {removed !== undefined && <RemoveDialog worker={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

export const WorkersPage = () => {
  const { organisation } = useSession()
  const range = useRange()
  const workers = useQuery(summaryReading(organisation.id, range))
  return (
    <div class="stack">
      <PageHead title="Observe" about="Traces, logs and alerts that your workers send, by OTLP or JSON." />
      <ObserveTabs current="/observe" />
      <RangeChoice />
      <Loaded of={workers}>{(all) => (all.length === 0 ? <FirstSpan /> : <Workers all={all} range={range} />)}</Loaded>
    </div>
  )
}
