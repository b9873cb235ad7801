import { useEffect, useState } from 'preact/hooks'
import { type Metrics, readMetrics } from './api.ts'
import type { FlagPartProps } from './flag-part-props.ts'

const COLOURS = ['#2563eb', '#d97706', '#059669', '#9333ea', '#dc2626', '#0891b2', '#4d7c0f', '#be185d']
const WIDTH = 480
const HEIGHT = 120
const HOURS = 24
const BAR = WIDTH / HOURS
const HOUR_MS = 3_600_000

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0)

const milliseconds = (value: number | null): string => (value === null ? '–' : `${value.toPrecision(2)} ms`)

/** Bars by hour, stacked by answer. */
const Bars = ({ metrics: { hours, variants } }: { readonly metrics: Metrics }) => {
  const names = Object.keys(variants).sort()
  const most = Math.max(1, ...hours.map((hour) => sum(hour.variants)))
  const newest = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Evaluations by hour, at most ${most}`}>
        {hours.map(({ hour, variants: counts }) => {
          const x = WIDTH - BAR * (1 + (newest - Date.parse(hour)) / HOUR_MS)
          let below = HEIGHT
          return names.map((name, i) => {
            const height = ((counts[name] ?? 0) / most) * HEIGHT
            below -= height
            const title = `${name}: ${counts[name] ?? 0}`
            return (
              <rect key={`${hour} ${name}`} x={x + 1} y={below} width={BAR - 2} height={height} fill={COLOURS[i % 8]}>
                <title>{title}</title>
              </rect>
            )
          })
        })}
      </svg>
      <figcaption>
        {names.map((name, i) => (
          <span key={name}>
            <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" fill={COLOURS[i % 8]} />
            </svg>{' '}
            {name} {(variants[name] ?? 0).toLocaleString()}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** The flag's evaluations of the last day. */
export const MetricsChart = ({ access, flag: { key, version } }: Omit<FlagPartProps, 'act'>) => {
  const [metrics, setMetrics] = useState<Metrics>()
  useEffect(() => {
    readMetrics(access, key).then(setMetrics, () => setMetrics(undefined))
  }, [access, key, version])
  if (!metrics) return null
  const errors = sum(metrics.errors)
  return (
    <section aria-label="Metrics">
      <h3>Last 24 hours</h3>
      <p>
        {metrics.evaluations.toLocaleString()} evaluations, p50 {milliseconds(metrics.p50LatencyMs)}, p99{' '}
        {milliseconds(metrics.p99LatencyMs)}
        {errors > 0 && `, ${errors.toLocaleString()} errors reported`}
      </p>
      {metrics.evaluations > 0 && <Bars metrics={metrics} />}
    </section>
  )
}
