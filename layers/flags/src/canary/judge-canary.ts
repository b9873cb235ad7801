import type { Canary, CanaryCounts, CanaryGuard, Observation } from './canary.ts'

/** State of a CloudWatch alarm; `absent` if no alarm has the name. */
export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA' | 'absent'

export interface Measurements {
  readonly alarms: ReadonlyMap<string, AlarmState>
  /** Counts since the flag was created; the canary's baseline is subtracted from them. */
  readonly counts: CanaryCounts
}

/** Quantile of the normal distribution for a one-sided confidence of 95 percent. */
const Z = 1.645

/** Returns the lower end of Wilson's score interval for a share: Wilson (1927), doi:10.1080/01621459.1927.10502953. */
const lowerBound = (successes: number, trials: number): number => {
  const share = successes / trials
  const center = share + Z ** 2 / (2 * trials)
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2))
  return (center - spread) / (1 + Z ** 2 / trials)
}

/**
 * Minimum number of errors that end a canary. Guards are evaluated every minute, and with few errors one of the many
 * evaluations would exceed the limit by chance.
 */
const ERRORS_MIN = 5

const healthy: Observation = { health: 'healthy' }

const judgeAlarm = (alarm: string, state: AlarmState): Observation => {
  if (state === 'OK') return healthy
  if (state === 'ALARM') return { health: 'unhealthy', reason: `The alarm ${alarm} is in the ALARM state` }
  // An alarm without data, or that does not exist, does not prove that the canary is healthy.
  const reason = state === 'absent' ? `The alarm ${alarm} does not exist` : `The alarm ${alarm} has insufficient data`
  return { health: 'unknown', reason }
}

const judgeErrors = (
  { maxPercent, minEvaluations }: Extract<CanaryGuard, { type: 'error_rate' }>,
  { evaluations, errors }: CanaryCounts,
): Observation => {
  const errorRate = `${errors} errors in ${evaluations} evaluations`
  // One evaluation may report several errors; a share above one would be invalid.
  const failedEvaluations = Math.min(errors, evaluations)
  if (failedEvaluations >= ERRORS_MIN && 100 * lowerBound(failedEvaluations, evaluations) > maxPercent) {
    return { health: 'unhealthy', reason: `${errorRate} are more than ${maxPercent} percent` }
  }
  if (evaluations < minEvaluations) {
    return { health: 'unknown', reason: `${errorRate}: at least ${minEvaluations} evaluations are required` }
  }
  if (100 * (failedEvaluations / evaluations) > maxPercent) {
    return {
      health: 'unknown',
      reason: `${errorRate} are above ${maxPercent} percent, but the difference may be random`,
    }
  }
  return healthy
}

const SEVERITY = { unhealthy: 2, unknown: 1, healthy: 0 } as const

/** Returns the worst observation of a canary's guards. A canary without guards is healthy. */
export const judgeCanary = ({ guards, baseline }: Canary, { alarms, counts }: Measurements): Observation => {
  const stageCounts = {
    evaluations: counts.evaluations - (baseline?.evaluations ?? 0),
    errors: counts.errors - (baseline?.errors ?? 0),
  }
  const verdicts = guards.map((guard) =>
    guard.type === 'alarm'
      ? judgeAlarm(guard.alarm, alarms.get(guard.alarm) ?? 'absent')
      : judgeErrors(guard, stageCounts),
  )
  const worst = verdicts.toSorted((a, b) => SEVERITY[b.health] - SEVERITY[a.health])[0] ?? healthy
  return worst.health === 'healthy' ? { ...worst, counts } : worst
}
