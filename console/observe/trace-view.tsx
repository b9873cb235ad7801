import { CopyId, Notice, PageHead, Time } from '@signet/ui'
import { useMemo } from 'preact/hooks'
import type { GetTraceOutput } from '../api/observe.ts'
import { serviceNow } from '../transport/clock.ts'
import { spanTime } from './amounts.ts'
import { jobsOf } from './trace-links.ts'
import { Waterfall } from './waterfall.tsx'
import { totalMsOf, waterfallRows } from './waterfall-rows.ts'

const TraceFigures = ({ of: detail }: { readonly of: GetTraceOutput }) => {
  const { trace, spans, logs } = detail
  const totalMs = totalMsOf(detail)
  const failed = spans.filter(({ status }) => status === 'error').length
  const figures: readonly (readonly [string, string])[] = [
    ['Duration', spanTime(trace.duration_ms)],
    ...(totalMs > trace.duration_ms ? ([['Time to last span or log', spanTime(totalMs)]] as const) : []),
    ['Spans', trace.span_count.toLocaleString('en')],
    ['Services', trace.services.length.toLocaleString('en')],
    ['Failed spans', failed.toLocaleString('en')],
    ['Logs', logs.length.toLocaleString('en')],
  ]
  return (
    <dl class="strip">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt class="second small">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Jobs = ({ of: jobs }: { readonly of: readonly string[] }) =>
  jobs.length === 0 ? null : (
    <p>
      Related image {jobs.length === 1 ? 'job' : 'jobs'}{' '}
      {jobs.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={`/images/${id}`}>{id.slice(0, 8)}</a>
        </span>
      ))}
      .
    </p>
  )

export const TraceView = ({ of: detail }: { readonly of: GetTraceOutput }) => {
  const { trace, spans } = detail
  const rows = useMemo(() => waterfallRows(detail), [detail])
  const root = spans.find(({ parent_span_id: parent }) => parent === null)
  return (
    <div class="stack">
      <PageHead
        title={root?.operation ?? 'Trace without a root span'}
        about={
          <>
            {trace.worker_name}, <Time at={trace.started_at} now={serviceNow()} />. Trace{' '}
            <CopyId id={trace.trace_id} what="trace ID" />
          </>
        }
      />
      <TraceFigures of={detail} />
      {trace.error_msg && (
        <Notice kind="danger">
          <p>{trace.error_msg}</p>
        </Notice>
      )}
      {trace.truncated && (
        <Notice kind="warn">
          <p>This trace is too large to show completely.</p>
        </Notice>
      )}
      <Jobs of={jobsOf(spans)} />
      <Waterfall rows={rows} />
    </div>
  )
}
