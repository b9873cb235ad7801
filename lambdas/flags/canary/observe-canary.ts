import { type Canary, type CanaryCounts, judgeCanary, type Observation } from '@signet/flags/canary'
import type { FlagSet } from '@signet/flags/dynamodb'
import type { StoredFlag } from '../sets/stored-flag.ts'
import type { AlarmStates } from './alarm-states.ts'

/**
 * Counts the evaluations that returned the canary's variation, and the errors reported for them, since the flag was
 * created.
 */
export type ExposedCounts = (set: FlagSet, flag: StoredFlag) => Promise<CanaryCounts>

export interface ObserveDeps {
  readonly alarmStates: AlarmStates
  readonly exposedCounts: ExposedCounts
}

const NOTHING = { evaluations: 0, errors: 0 }

export const usesCounts = ({ guards }: Pick<Canary, 'guards'>): boolean =>
  guards.some(({ type }) => type === 'error_rate')

export const observeCanary =
  ({ alarmStates, exposedCounts }: ObserveDeps) =>
  async (set: FlagSet, flag: StoredFlag, canary: Canary): Promise<Observation> => {
    const names = canary.guards.flatMap((guard) => (guard.type === 'alarm' ? [guard.alarm] : []))
    const [alarms, counts] = await Promise.all([
      names.length > 0 ? alarmStates([...new Set(names)]) : new Map(),
      usesCounts(canary) ? exposedCounts(set, flag) : NOTHING,
    ])
    return judgeCanary(canary, { alarms, counts })
  }
