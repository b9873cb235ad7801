import type { FlagSet } from '@signet/flags/dynamodb'
import type { StoredFlag } from '../sets/stored-flag.ts'
import { stepOf } from './canary-machine.ts'
import type { CanaryStep } from './canary-step.ts'

export type StepResult = (CanaryStep & { readonly outcome: 'waiting' }) | { readonly outcome: 'over' }

type Advance = (set: FlagSet, key: string, canaryId: string) => Promise<StoredFlag | undefined>

/**
 * Runs one step of the state machine. Ends the execution if the canary is no longer in the stage of this step: a manual
 * change has started another execution, and if an earlier attempt of this step advanced the canary, the sweep continues
 * it.
 * Also ends the execution while the canary is held, because the end of a hold is unknown. The sweep checks overdue
 * canaries every minute.
 */
export const advanceStep =
  (read: (set: FlagSet, key: string) => Promise<StoredFlag | undefined>, advance: Advance) =>
  async ({ org, environment, key, canaryId, since, nextAt }: CanaryStep): Promise<StepResult> => {
    const set = { org, environment }
    const flag = await read(set, key)
    if (flag?.canary?.id !== canaryId || flag.canary.stageStartedAt !== since) return { outcome: 'over' }
    const after = await advance(set, key, canaryId)
    const next = after?.canary?.id === canaryId ? stepOf(set, after) : undefined
    const isHeld = after?.canary?.reason !== undefined && next?.nextAt === nextAt
    return next && !isHeld ? { ...next, outcome: 'waiting' } : { outcome: 'over' }
  }
