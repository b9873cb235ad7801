import { randomUUID } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import { type Input, jsonService, type ServiceHandler } from '../json-service.ts'
import type { Execution } from './execution-records.ts'
import type { Executions } from './executions.ts'
import { MAX_STATE_BYTES } from './run-machine.ts'

/** Letters, digits, hyphens, underscores and other characters that API_StartExecution allows. */
const NAME = /^[\w.\-+!@()'=,]{1,80}$/
const MAX_PAGE = 1000

const asSeconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000)

const summaryOf = ({ arn, machineArn, name, status, startedAt, stoppedAt }: Execution) => ({
  executionArn: arn,
  stateMachineArn: machineArn,
  name,
  status,
  startDate: asSeconds(startedAt),
  stopDate: asSeconds(stoppedAt),
})

const descriptionOf = (execution: Execution) => ({
  ...summaryOf(execution),
  input: execution.input,
  inputDetails: { included: true },
  ...(execution.output !== undefined && { output: execution.output, outputDetails: { included: true } }),
  error: execution.error,
  cause: execution.cause,
  redriveCount: 0,
})

const inputOf = ({ input = '{}' }: Input): string => {
  const bytes = Buffer.byteLength(String(input))
  if (bytes > MAX_STATE_BYTES)
    throw new AwsError(
      'InvalidExecutionInput',
      `Invalid State Machine Execution Input: it has ${bytes} bytes, the limit is ${MAX_STATE_BYTES}: pass the key of an object.`,
    )
  try {
    JSON.parse(input)
  } catch {
    throw new AwsError('InvalidExecutionInput', 'Invalid State Machine Execution Input: it is not JSON.')
  }
  return input
}

const nameOf = ({ name = randomUUID() }: Input): string => {
  if (NAME.test(name)) return name
  throw new AwsError('InvalidName', `Invalid Name: '${name}' must be 1 to 80 letters, digits, hyphens or underscores.`)
}

const listExecutions = (executions: Executions, input: Input): Input => {
  const { arn } = executions.machine(input.stateMachineArn)
  const matching = executions
    .list(arn)
    .filter(({ status }) => input.statusFilter === undefined || status === input.statusFilter)
  const start = input.nextToken === undefined ? 0 : Number(input.nextToken)
  const size = Number(input.maxResults || 100)
  if (!Number.isInteger(start) || start < 0) throw new AwsError('InvalidToken', `Invalid Token: '${input.nextToken}'`)
  const end = start + Math.min(size, MAX_PAGE)
  return {
    executions: matching.slice(start, end).map(summaryOf),
    ...(end < matching.length && { nextToken: String(end) }),
  }
}

export const sfnService = (executions: Executions, log?: ((line: string) => void) | undefined): ServiceHandler => {
  const machineSummaryOf = ({ arn, name }: { arn: string; name: string }) => ({
    stateMachineArn: arn,
    name,
    type: 'STANDARD',
    creationDate: 0,
  })
  return jsonService({
    name: 'states',
    log,
    operations: {
      StartExecution: (input) => {
        const { arn, startedAt } = executions.start(input.stateMachineArn, nameOf(input), inputOf(input))
        return { executionArn: arn, startDate: asSeconds(startedAt) }
      },
      DescribeExecution: (input) => descriptionOf(executions.find(input.executionArn)),
      StopExecution: (input) => ({
        stopDate: asSeconds(executions.abort(input.executionArn, input.error, input.cause).stoppedAt),
      }),
      ListExecutions: (input) => listExecutions(executions, input),
      ListStateMachines: () => ({ stateMachines: executions.machines().map(machineSummaryOf) }),
      DescribeStateMachine: (input) => {
        const machine = executions.machine(input.stateMachineArn)
        return { ...machineSummaryOf(machine), status: 'ACTIVE', definition: JSON.stringify(machine.definition) }
      },
    },
  })
}
