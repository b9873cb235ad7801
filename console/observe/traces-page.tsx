import { Badge, type Column, PageHead, Select, Table, Time } from '@signet/ui'
import { useRoute } from 'preact-iso'
import type { ListTracesOutput } from '../api/observe.ts'
import { useParameter } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { Loaded, LoadedPages } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useOrganizationPages, useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { spanTime } from './amounts.ts'
import { FirstSpan } from './first-span.tsx'
import { ObserveTabs } from './observe-tabs.tsx'
import { summaryQuery, traceQuery, tracesQuery } from './queries.ts'
import { RangeChoice, useRange } from './ranges.tsx'
import { TraceView } from './trace-view.tsx'

type TraceEntry = ListTracesOutput['traces'][number]

const columnsOf = (home: string): readonly Column<TraceEntry>[] => [
  {
    title: 'Trace',
    cell: ({ trace_id: id }) => (
      <a class="trace-id" href={`${home}/${encodeURIComponent(id)}`}>
        <code>{id.length > 16 ? `${id.slice(0, 16)}…` : id}</code>
      </a>
    ),
  },
  { title: 'Worker', cell: ({ worker_name: name }) => name },
  {
    title: 'Outcome',
    cell: ({ status, error_msg: reason }) => (
      <>
        <Badge tone={status === 'ok' ? 'ok' : 'danger'}>{status === 'ok' ? 'OK' : 'Failed'}</Badge>
        {reason && <div class="second small plain reason">{reason}</div>}
      </>
    ),
  },
  { title: 'Duration', isNumber: true, cell: ({ duration_ms: ms }) => spanTime(ms) },
  { title: 'Started', cell: ({ started_at: at }) => <Time at={at} now={serviceNow()} /> },
]

export const TraceTable = ({ rows, home }: { readonly rows: readonly TraceEntry[]; readonly home: string }) => (
  <Table label="Traces" rows={rows} keyOf={({ trace_id: id }) => id} columns={columnsOf(home)} />
)

const STATUSES = [
  { value: '', text: 'All' },
  { value: 'error', text: 'Failed' },
  { value: 'ok', text: 'OK' },
]

const Filters = ({ workers }: { readonly workers: readonly string[] }) => {
  const [worker, setWorker] = useParameter('worker')
  const [status, setStatus] = useParameter('status')
  const names = worker === '' || workers.includes(worker) ? workers : [...workers, worker]
  return (
    <div class="row bottom">
      <Select
        label="Worker"
        value={worker}
        onValue={setWorker}
        options={[{ value: '', text: 'All' }, ...names.map((name) => ({ value: name, text: name }))]}
      />
      <Select label="Outcome" value={status} onValue={setStatus} options={STATUSES} />
      <RangeChoice />
    </div>
  )
}

const useTraces = () => {
  const range = useRange()
  const [worker] = useParameter('worker')
  const [status] = useParameter('status')
  const filter = {
    range,
    worker: worker || undefined,
    status: status === 'ok' || status === 'error' ? status : undefined,
  } as const
  const workers = useOrganizationQuery(summaryQuery, range)
  return {
    pages: useOrganizationPages(tracesQuery, filter),
    workers: workers.data,
    isFiltered: worker + status !== '',
  }
}

export const TracesPage = () => {
  const { pages, workers = [], isFiltered } = useTraces()
  return (
    <div class="stack">
      <PageHead title="Traces" about="A trace records one request or job, from its first span to its last." />
      <ObserveTabs current="/observe/traces" />
      <Filters workers={workers.map(({ worker_name: name }) => name)} />
      <LoadedPages
        of={pages}
        itemsOf={({ traces }) => traces}
        empty={isFiltered || workers.length > 0 ? <p class="second">No traces match these filters.</p> : <FirstSpan />}
      >
        {(all, [first]) => (
          <>
            <p class="second" role="status">
              {formatCount(first?.total ?? 0, 'trace')}
            </p>
            <TraceTable rows={all} home="/observe/traces" />
          </>
        )}
      </LoadedPages>
    </div>
  )
}

export const TracePage = () => {
  const { params } = useRoute()
  const trace = useOrganizationQuery(traceQuery, params.id ?? '')
  return (
    <Loaded of={trace} absent={<NotFound what="trace" back={{ href: '/observe/traces', text: 'Back to traces' }} />}>
      {(data) => <TraceView of={data} />}
    </Loaded>
  )
}
