import { isInCanary } from '@signet/flags/canary'
import type { FlagSet } from '@signet/flags/dynamodb'
import { addMs, type Clock, type Log, onTrail } from '@signet/kernel'
import pMap from 'p-map'
import type { OpenCanary } from '../sets/open-canaries-table.ts'
import type { StoredFlag } from '../sets/stored-flag.ts'
import type { CanaryMachine } from './canary-machine.ts'

export interface SweepDeps {
  readonly openCanaries: () => AsyncIterable<OpenCanary>
  readonly read: (set: FlagSet, key: string) => Promise<StoredFlag | undefined>
  readonly advance: (set: FlagSet, key: string, canaryId: string) => Promise<StoredFlag | undefined>
  readonly machine: CanaryMachine
  readonly now: Clock
  readonly log: Log
}

/** An execution counts as lost if its stage is overdue for this many milliseconds. */
const LOST_AFTER_MS = 60_000

const CONCURRENCY = 8

/**
 * Checks every canary that has not ended. Guards are evaluated every minute, not only at the end of a stage. An overdue
 * canary is advanced and gets another execution.
 */
export const sweepCanaries = ({ openCanaries, read, advance, machine, now, log }: SweepDeps) => {
  const checkCanary = async ({ key, org, environment, nextAt }: OpenCanary): Promise<boolean> => {
    const set = { org, environment }
    const flag = await read(set, key)
    const canary = flag?.canary
    const isLost = nextAt < addMs(now(), -LOST_AFTER_MS).toISOString()
    if (!flag || !canary || !isInCanary(flag) || (canary.guards.length === 0 && !isLost)) return false
    const after = await advance(set, key, canary.id)
    if (!after || after.version === flag.version) return false
    // A held canary stays overdue, and the sweep checks it again.
    if (after.canary?.reason === undefined) await machine.drive(set, after)
    return true
  }
  return async (): Promise<{ checked: number; changed: number; failed: number }> => {
    const result = { checked: 0, changed: 0, failed: 0 }
    const checkAndCount = async (canary: OpenCanary): Promise<void> => {
      result.checked++
      try {
        if (await onTrail({ tenant_id: canary.org }, () => checkCanary(canary))) result.changed++
      } catch (error) {
        result.failed++
        log.error('canary sweep failed', { ...canary, error })
      }
    }
    await pMap(openCanaries(), checkAndCount, { concurrency: CONCURRENCY })
    return result
  }
}
