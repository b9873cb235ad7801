import { advanceCanary, type Canary, isInCanary, type Observation } from '@signet/flags/canary'
import type { FlagSet } from '@signet/flags/dynamodb'
import { type Clock, type Log, Refusal } from '@signet/kernel'
import type { AuditAction } from '../audit/audit-entry.ts'
import type { FlagSetTable } from '../sets/flag-set-table.ts'
import { flagOf, type StoredFlag } from '../sets/stored-flag.ts'

export interface AdvanceDeps {
  readonly sets: FlagSetTable
  readonly observe: (set: FlagSet, flag: StoredFlag, canary: Canary) => Promise<Observation>
  readonly now: Clock
  readonly log: Log
}

const actionOf = (before: Canary, after: Canary): AuditAction => {
  if (after.status === 'rolled_back') return 'canary_rolled_back'
  if (after.status === 'succeeded') return 'canary_succeeded'
  if (after.percentage !== before.percentage) return 'canary_advanced'
  return after.reason === undefined ? 'canary_updated' : 'canary_held'
}

const ACTOR = { type: 'system', id: 'canary' } as const

/**
 * Runs one step of a canary: evaluates the guards and the due time, and applies the result. It may be called at any
 * time and repeatedly; before the due time only the guards have an effect. The write requires the same canary in the
 * same stage, so a canary that was stopped or moved in the meantime is not changed.
 * @returns the flag after the step; undefined if it no longer has this canary
 */
export const advanceFlag =
  ({ sets, observe, now, log }: AdvanceDeps) =>
  async (set: FlagSet, key: string, canaryId: string): Promise<StoredFlag | undefined> => {
    const flag = flagOf(await sets.read(set), key)
    const canary = flag?.canary
    if (!flag || canary?.id !== canaryId || !isInCanary(flag)) return undefined
    const observation = await observe(set, flag, canary).catch((error: unknown): Observation => {
      log.error('canary guards could not be checked', { ...set, key, error })
      return { health: 'unknown', reason: 'The guards could not be checked' }
    })
    let latest: StoredFlag | undefined = flag
    const writtenFlag = await sets.change(set, { actor: ACTOR }, (snapshot) => {
      latest = flagOf(snapshot, key)
      const isSameStage = latest?.canary?.id === canaryId && latest.canary.stageStartedAt === canary.stageStartedAt
      if (!latest?.canary || !isSameStage) return undefined
      const next = advanceCanary(latest, observation, now())
      if (next === latest || !next.canary) return undefined
      const action = actionOf(latest.canary, next.canary)
      return { key, action, flag: next, reason: reasonOf(latest.canary, next.canary) }
    })
    if (writtenFlag instanceof Refusal) throw new Error(`The canary of ${key} cannot continue: ${writtenFlag.message}`)
    return writtenFlag ?? latest
  }

const reasonOf = (before: Canary, after: Canary): string => {
  if (after.reason !== undefined) return after.reason
  if (after.status === 'succeeded') return 'The last stage has ended'
  return after.percentage === before.percentage
    ? 'The flag is evaluated again: the stage restarts'
    : `The stage of ${before.percentage} percent has ended`
}
