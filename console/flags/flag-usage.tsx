import { Empty, Facts, Section } from '@signet/ui'
import { Chart } from '@signet/ui/chart'
import type { Flag, FlagMetrics } from '../api/flags.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { percentWords } from './flag-words.ts'
import { metricsQuery, useEnvironment } from './queries.ts'

const HOUR_MS = 3_600_000
const HOURS = 24

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** The last 24 hours by the service's clock; hours without evaluations count zero. */
const seriesOf = ({ hours, variants }: FlagMetrics) => {
  const last = Math.floor(serviceNow() / HOUR_MS) * HOUR_MS
  const times = Array.from({ length: HOURS }, (_, index) => last - (HOURS - 1 - index) * HOUR_MS)
  const byHour = new Map(hours.map(({ hour, variants: counts }) => [Date.parse(hour), counts]))
  const series = Object.keys(variants)
    .sort()
    .map((name) => ({ name, values: times.map((time) => byHour.get(time)?.[name] ?? 0) }))
  return { times, series }
}

const milliseconds = (value: number | null): string => (value === null ? '–' : `${value.toPrecision(2)} ms`)

const UsageFigures = ({ of: metrics }: { readonly of: FlagMetrics }) => {
  const { evaluations, variants, errors, p50LatencyMs, p99LatencyMs } = metrics
  return (
    <>
      <Facts
        facts={[
          ['Evaluations', evaluations.toLocaleString('en')],
          ...Object.entries(variants).map(
            ([name, count]) =>
              [`Value ${name}`, `${count.toLocaleString('en')}, ${percentWords((count / evaluations) * 100)}`] as const,
          ),
          ['Errors reported', sum(errors).toLocaleString('en')],
          ['Latency', `median ${milliseconds(p50LatencyMs)}, 99th percentile ${milliseconds(p99LatencyMs)}`],
        ]}
      />
      <Chart label="Evaluations per hour and value" {...seriesOf(metrics)} />
    </>
  )
}

export const FlagUsage = ({ of: flag }: { readonly of: Flag }) => {
  const [environment] = useEnvironment()
  const metrics = useOrganizationQuery(metricsQuery, environment, flag.key)
  return (
    <Section title="Last 24 hours">
      <Loaded of={metrics}>
        {(data) =>
          data.evaluations === 0 ? (
            <Empty>Evaluations of the last 24 hours appear here when applications report them.</Empty>
          ) : (
            <UsageFigures of={data} />
          )
        }
      </Loaded>
    </Section>
  )
}
