import { CloudWatchClient, PutMetricAlarmCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch'
import { DescribeExecutionCommand, SFNClient } from '@aws-sdk/client-sfn'
import { type Answer, call } from '../../support/api.ts'
import { runFunction } from '../../support/control.ts'
import { type AnsweredFlag, newFlag, newFlagKey } from '../../support/flags.ts'
import { sdkClient } from '../../support/sdk-client.ts'
import { testStack } from '../../support/test-stack.ts'

/** The length of a stage in seconds. */
export const DWELL_SECONDS = 3_600
export const DWELL_MS = DWELL_SECONDS * 1_000

type CanaryBody = AnsweredFlag & { code?: string; errors?: { field: string }[] }

export const postCanary = (
  key: string,
  action: 'start' | 'stop' | 'update',
  body: object = {},
): Promise<Answer<CanaryBody>> =>
  call<CanaryBody>('POST', `/flags/ramp/canary/${action}`, { key, body, as: `${action}Canary` })

/** Creates a key of an organization with the flag `ramp`. */
export const keyWithRampFlag = async (percentage = 1): Promise<string> => {
  const key = await newFlagKey()
  await newFlag(key, { key: 'ramp', type: 'percentage', percentage })
  return key
}

const cloudwatch = sdkClient((options) => new CloudWatchClient(options))
const sfn = sdkClient((options) => new SFNClient(options))

export const newAlarm = async (name: string): Promise<(state: 'OK' | 'ALARM') => Promise<unknown>> => {
  await cloudwatch().send(
    new PutMetricAlarmCommand({
      AlarmName: name,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 1,
      MetricName: 'Errors',
      Namespace: 'Test',
      Period: 60,
      Statistic: 'Sum',
    }),
  )
  return (state) =>
    cloudwatch().send(new SetAlarmStateCommand({ AlarmName: name, StateValue: state, StateReason: 'test' }))
}

interface Execution {
  readonly executionArn: string
  readonly name: string
}

const executionsOf = async (canaryId: string): Promise<readonly Execution[]> => {
  const answer = await fetch(`${testStack().control}/_local/executions`)
  const { machines } = (await answer.json()) as { machines: readonly { executions: readonly Execution[] }[] }
  return machines.flatMap(({ executions }) => executions).filter(({ name }) => name.startsWith(canaryId))
}

/**
 * Returns the version in the name of an execution: names consist of the canary and the version of the flag that planned
 * them.
 */
const versionIn = ({ name }: Execution): number => Number(name.slice(name.lastIndexOf('-') + 1))

/** Returns the state that the newest execution of a canary passes to the function when the stage ends. */
export const stepOf = async ({ canary }: AnsweredFlag): Promise<object> => {
  const [newest] = (await executionsOf(String(canary?.id))).toSorted((a, b) => versionIn(b) - versionIn(a))
  if (!newest) throw new Error(`The canary has no execution: ${JSON.stringify(canary)}`)
  const { input } = await sfn().send(new DescribeExecutionCommand({ executionArn: newest.executionArn }))
  return JSON.parse(String(input)) as object
}

/** The function's response to the state machine: the state for the next wait, or the end of the execution. */
export interface StepResult {
  readonly outcome: 'waiting' | 'over'
}

/** Ends a stage as the state machine does after its wait, `after` milliseconds from now. */
export const endStage = async (step: object, after = DWELL_MS): Promise<StepResult> =>
  (await runFunction('flags-advance', { payload: step, after })) as StepResult
