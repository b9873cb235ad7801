import { type ExpectedPage, number, type Reply, rowsOf } from './drawn-replies.ts'
import type { Seeded } from './seed.ts'

/** Expected content of workers, traces, incidents, rules and objectives. */
export const expectedTelemetry = ({ telemetry: { worker, failed, objective } }: Seeded): readonly ExpectedPage[] => [
  {
    page: '/observe?range=1h',
    reply: /\/api\/observe\/summary\?/,
    texts: ({ workers }) =>
      workers.flatMap(({ worker_name, total_traces, ingest }: Reply) => [
        ...[worker_name, number(Math.round(total_traces))],
        `${number(ingest.used_today)} of ${number(ingest.daily_limit)}`,
      ]),
    rows: rowsOf('Workers', ({ workers }) => workers.length),
  },
  {
    page: `/observe/traces?range=1h&worker=${worker}`,
    reply: /\/api\/observe\/traces\?/,
    texts: ({ traces }) => traces.map(({ worker_name }: Reply) => worker_name),
    rows: rowsOf('Traces', ({ traces }) => traces.length),
  },
  {
    page: `/observe/traces/${failed}`,
    reply: /\/api\/observe\/traces\/[^/?]+$/,
    texts: ({ trace, spans }) => [trace.worker_name, spans[0].operation],
    rows: { selector: '[role="treeitem"]', count: ({ spans, logs }) => spans.length + logs.length },
  },
  {
    page: '/observe/alerts',
    reply: /\/api\/observe\/alerts/,
    texts: ({ alerts }) => alerts.flatMap(({ rule_name, worker_name }: Reply) => [rule_name, worker_name]),
    rows: rowsOf('Incidents', ({ alerts }) => alerts.length),
  },
  {
    page: '/observe/alerts/rules',
    reply: /\/api\/observe\/rules$/,
    texts: ({ rules }) => rules.map(({ name }: Reply) => name),
    rows: rowsOf('Rules', ({ rules }) => rules.length),
  },
  {
    page: `/observe/alerts/objectives/${objective}`,
    reply: /\/api\/observe\/slos\/[^/?]+$/,
    // The data table of the chart is collapsed.
    texts: ({ name, attained: { total, bad, burn_rates } }) => [
      name,
      `of ${number(total)} traces`,
      `${number(bad)} traces`,
      ...burn_rates.map(({ burn_rate }: Reply) => `${burn_rate.toLocaleString('en', { maximumFractionDigits: 2 })}×`),
    ],
  },
]
