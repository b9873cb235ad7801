import type { FieldError } from '@signet/contracts'
import type { Telemetry } from '@signet/telemetry'
import { CLOCK_SKEW_MAX_MS } from '../contract/ingest.ts'

const HOUR_MS = 3_600_000
const FAULTS_MAX = 50

export const isStorable = (at: number, now: Date, retentionHours: number): boolean =>
  at >= now.getTime() - retentionHours * HOUR_MS && at <= now.getTime() + CLOCK_SKEW_MAX_MS

/**
 * Returns faults for times outside the retention of the plan or too far in the future. Incidents can have started at any
 * earlier time.
 */
export const timeFaults = (
  { spans, logs, metrics, alerts }: Telemetry,
  now: Date,
  retentionHours: number,
): FieldError[] => {
  const message = `must be within the plan's retention of ${retentionHours} hours and at most five minutes in the future`
  const faults = (list: string, field: string, times: readonly number[]): FieldError[] =>
    times.flatMap((at, i) => (isStorable(at, now, retentionHours) ? [] : [{ field: `${list}.${i}.${field}`, message }]))
  const futureAlerts = alerts.flatMap(({ start }, i) =>
    start <= now.getTime() + CLOCK_SKEW_MAX_MS
      ? []
      : [{ field: `alerts.${i}.startTime`, message: 'must be at most five minutes in the future' }],
  )
  return [
    ...faults(
      'spans',
      'startTime',
      spans.map(({ start }) => start),
    ),
    ...faults(
      'logs',
      'timestamp',
      logs.map(({ at }) => at),
    ),
    ...faults(
      'metrics',
      'timestamp',
      metrics.map(({ at }) => at),
    ),
    ...futureAlerts,
  ].slice(0, FAULTS_MAX)
}
