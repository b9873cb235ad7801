import type { Tone } from '@signet/ui'
import type { GetObserveRuleOutput, GetObserveSloOutput } from '../api/observe.ts'
import { formatCount } from '../session/amounts.ts'
import { percentOf, spanTime } from './amounts.ts'

type Condition = GetObserveRuleOutput['condition']
type Phase = GetObserveRuleOutput['states'][number]['phase']

const workerName = (worker: string): string => (worker === '*' ? 'any worker' : worker)

/** Formats minutes in words: `5 minutes`, `6 hours`, `90 minutes`. */
export const minutesWords = (minutes: number): string => {
  if (minutes >= 60 && minutes % 60 === 0) return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** Returns a condition as a sentence. @param nameOfSlo returns the name of an objective by its ID */
export const conditionWords = (condition: Condition, nameOfSlo: (id: string) => string): string => {
  switch (condition.kind) {
    case 'error_rate':
      return `More than ${percentOf(condition.threshold)} of the traces of ${workerName(condition.worker)} fail within ${minutesWords(condition.window_minutes)}`
    case 'p95':
      return `The 95th percentile of ${workerName(condition.worker)} is above ${spanTime(condition.threshold_ms)} over ${minutesWords(condition.window_minutes)}`
    case 'silence':
      return `No data from ${workerName(condition.worker)} for more than ${minutesWords(condition.minutes)}`
    case 'burn':
      return `The burn rate of ${nameOfSlo(condition.slo_id)} is above ${condition.factor} over ${minutesWords(condition.long_minutes)} and over ${minutesWords(condition.short_minutes)}`
  }
}

const PHASES: Readonly<Record<Phase, { readonly text: string; readonly tone: Tone }>> = {
  ok: { text: 'OK', tone: 'ok' },
  pending: { text: 'Pending', tone: 'warn' },
  firing: { text: 'Firing', tone: 'danger' },
}

export const phaseOf = (phase: Phase) => PHASES[phase]

type Objective = Pick<GetObserveSloOutput, 'worker' | 'indicator' | 'objective' | 'window_days'>

export const objectiveWords = ({ worker, indicator, objective, window_days: days }: Objective): string => {
  const good = indicator.kind === 'availability' ? 'succeed' : `take at most ${spanTime(indicator.threshold_ms)}`
  return `${percentOf(objective)} of the traces of ${worker} ${good} over ${formatCount(days, 'day')}`
}
