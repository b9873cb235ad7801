import type { RowStore } from '../dynamo/row-store.ts'

/** A stored execution. Times are milliseconds on the local clock. */
export interface Execution {
  readonly arn: string
  readonly machineArn: string
  readonly name: string
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED'
  readonly input: string
  readonly startedAt: number
  readonly stoppedAt?: number
  readonly output?: string
  readonly error?: string | undefined
  readonly cause?: string | undefined
}

const SPACE = 'execution'

export const executionArn = (machineArn: string, name: string): string =>
  `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`

export type ExecutionRecords = ReturnType<typeof executionRecords>

export const executionRecords = (rows: RowStore) => {
  let sealed = false
  const read = (arn: unknown) => rows.read(SPACE, String(arn)) as Execution | undefined
  const withArnPrefix = (prefix: string) =>
    [...rows.rows(SPACE, { gte: prefix, lt: `${prefix}\u{10FFFF}` })].map(({ value }) => value as Execution)
  return {
    read,
    save(execution: Execution): Execution {
      rows.write(SPACE, execution.arn, execution)
      return execution
    },
    /** Returns the execution if it has to continue; undefined after its end, or while this process is stopping. */
    running(arn: string): Execution | undefined {
      const execution = sealed ? undefined : read(arn)
      return execution?.status === 'RUNNING' ? execution : undefined
    },
    /** Returns the executions of one machine, newest first. */
    list: (machineArn: string) =>
      withArnPrefix(executionArn(machineArn, '')).sort((left, right) => right.startedAt - left.startedAt),
    all: () => withArnPrefix(''),
    /** Reports no execution as running from now on, so that late results are not written. */
    seal: () => {
      sealed = true
    },
  }
}
