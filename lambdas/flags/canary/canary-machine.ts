import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import type { FlagSet } from '@signet/flags/dynamodb'
import { currentCause, startOnce } from '@signet/kernel'
import type { StoredFlag } from '../sets/stored-flag.ts'
import type { CanaryStep } from './canary-step.ts'

export interface CanaryMachine {
  /** Starts the execution that advances the flag's canary. Ignores a canary that is not running. */
  drive(set: FlagSet, flag: StoredFlag): Promise<void>
}

/** Returns the input of an execution for this flag; undefined if no stage is scheduled. */
export const stepOf = ({ org, environment }: FlagSet, { key, canary }: StoredFlag): CanaryStep | undefined =>
  canary?.status === 'running' && canary.nextAt !== null
    ? { org, environment, key, canaryId: canary.id, since: canary.stageStartedAt, nextAt: canary.nextAt }
    : undefined

/** An execution is named after the canary and the version that scheduled it, so a second start has no effect. */
export const canaryMachine = ({ sfn, arn }: { sfn: SFNClient; arn: string }): CanaryMachine => ({
  async drive(set, flag) {
    const step = stepOf(set, flag)
    if (!step) return
    const name = `${step.canaryId}-${flag.version}`
    const input = JSON.stringify({ ...step, cause: currentCause() })
    await startOnce(sfn.send(new StartExecutionCommand({ stateMachineArn: arn, name, input })))
  },
})
