import { type Canary, type CanaryCounts, judgeCanary, type Observation } from '@signet/flags/canary'
import type { FlagSet } from '@signet/flags/dynamodb'
import type { StoredFlag } from '../sets/stored-flag.ts'
import type { AlarmStates } from './alarm-states.ts'

/**
 * Returns the number of evaluations that the canary's percentage decided, and of errors reported for them, in all counts
 * that have not expired.
 */
export type ExposedCounts = (set: FlagSet, flag: StoredFlag) => Promise<CanaryCounts>

export interface ObserveDeps {
  readonly alarmStates: AlarmStates
  readonly exposedCounts: ExposedCounts
}

const NO_COUNTS = { evaluations: 0, errors: 0 }

export const usesCounts = ({ guards }: Pick<Canary, 'guards'>): boolean =>
  guards.some(({ type }) => type === 'error_rate')

export const observeCanary =
  ({ alarmStates, exposedCounts }: ObserveDeps) =>
  async (set: FlagSet, flag: StoredFlag, canary: Canary): Promise<Observation> => {
    const names = canary.guards.flatMap((guard) => (guard.type === 'alarm' ? [guard.alarm] : []))
    const [alarms, counts] = await Promise.all([
      names.length > 0 ? alarmStates([...new Set(names)]) : new Map(),
      usesCounts(canary) ? exposedCounts(set, flag) : NO_COUNTS,
    ])
    return judgeCanary(canary, { alarms, counts })
  }
