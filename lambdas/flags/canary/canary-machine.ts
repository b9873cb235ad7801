import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import type { FlagSet } from '@signet/flags/dynamodb'
import { startOnce } from '@signet/kernel'
import type { StoredFlag } from '../sets/stored-flag.ts'
import type { CanaryStep } from './canary-step.ts'

export interface CanaryMachine {
  /** Starts what advances the flag's canary, as it was written; does nothing for a flag whose canary is not running. */
  drive(set: FlagSet, flag: StoredFlag): Promise<void>
}

/** What an execution for this flag would carry; undefined when nothing is due by itself. */
export const stepOf = ({ org, environment }: FlagSet, { key, canary }: StoredFlag): CanaryStep | undefined =>
  canary?.status === 'running' && canary.nextAt !== null
    ? { org, environment, key, canaryId: canary.id, since: canary.stageStartedAt, nextAt: canary.nextAt }
    : undefined

/** Executions are named after the canary and the write that planned them, so starting one twice starts nothing twice. */
export const canaryMachine = ({ sfn, arn }: { sfn: SFNClient; arn: string }): CanaryMachine => ({
  async drive(set, flag) {
    const step = stepOf(set, flag)
    if (!step) return
    const name = `${step.canaryId}-${flag.version}`
    await startOnce(sfn.send(new StartExecutionCommand({ stateMachineArn: arn, name, input: JSON.stringify(step) })))
  },
})
