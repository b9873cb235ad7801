import type { Canary, CanaryCounts, CanaryGuard, Observation } from './canary.ts'

/** State of a CloudWatch alarm; `absent`: there is none of that name. */
export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA' | 'absent'

export interface Measurements {
  readonly alarms: ReadonlyMap<string, AlarmState>
  /** Since the flag exists; the canary's baseline is taken off. */
  readonly counts: CanaryCounts
}

/** One-sided, 95 percent sure: a rate is called too high only when chance does not explain it. */
const Z = 1.645

/** Lower end of Wilson's score interval for a share: Wilson (1927), doi:10.1080/01621459.1927.10502953. */
const lowerBound = (successes: number, trials: number): number => {
  const share = successes / trials
  const centre = share + Z ** 2 / (2 * trials)
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2))
  return (centre - spread) / (1 + Z ** 2 / trials)
}

/** Guards look again and again, and each look is a chance to be wrong: fewer errors than these never end a canary. */
const ERRORS_MIN = 5

const healthy: Observation = { health: 'healthy' }

const judgeAlarm = (alarm: string, state: AlarmState): Observation => {
  if (state === 'OK') return healthy
  if (state === 'ALARM') return { health: 'unhealthy', reason: `The alarm ${alarm} went off` }
  // CloudWatch itself would count an alarm that does not exist as good.
  const reason = state === 'absent' ? `There is no alarm ${alarm}` : `The alarm ${alarm} has not enough data`
  return { health: 'unknown', reason }
}

const judgeErrors = (
  { maxPercent, minEvaluations }: Extract<CanaryGuard, { type: 'error_rate' }>,
  { evaluations, errors }: CanaryCounts,
): Observation => {
  const shown = `${errors} errors in ${evaluations} evaluations`
  // One evaluation may report several errors; a share above one would be none.
  const failed = Math.min(errors, evaluations)
  if (failed >= ERRORS_MIN && 100 * lowerBound(failed, evaluations) > maxPercent) {
    return { health: 'unhealthy', reason: `${shown} are more than ${maxPercent} percent` }
  }
  if (evaluations < minEvaluations) {
    return { health: 'unknown', reason: `${shown}: ${minEvaluations} evaluations are needed to judge` }
  }
  if (100 * (failed / evaluations) > maxPercent) {
    return { health: 'unknown', reason: `${shown} are above ${maxPercent} percent, but may be chance` }
  }
  return healthy
}

const SEVERITY = { unhealthy: 2, unknown: 1, healthy: 0 } as const

/** The observation of all guards of a canary together: the worst one decides. Without guards it is healthy. */
export const judgeCanary = ({ guards, baseline }: Canary, { alarms, counts }: Measurements): Observation => {
  const since = {
    evaluations: counts.evaluations - (baseline?.evaluations ?? 0),
    errors: counts.errors - (baseline?.errors ?? 0),
  }
  const verdicts = guards.map((guard) =>
    guard.type === 'alarm' ? judgeAlarm(guard.alarm, alarms.get(guard.alarm) ?? 'absent') : judgeErrors(guard, since),
  )
  const worst = verdicts.toSorted((a, b) => SEVERITY[b.health] - SEVERITY[a.health])[0] ?? healthy
  return worst.health === 'healthy' ? { ...worst, counts } : worst
}
