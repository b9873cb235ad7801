import type { RowStore } from '../dynamo/row-store.ts'

/** An execution as it is kept. Times are milliseconds on the local clock. */
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

export interface ExecutionRecords {
  save(execution: Execution): Execution
  read(arn: unknown): Execution | undefined
  /** The execution if it is still to be carried out; undefined once it ended, or once this process is stopping. */
  running(arn: string): Execution | undefined
  /** Of one machine, newest first. */
  list(machineArn: string): Execution[]
  all(): Execution[]
  /** From now on nothing is seen as running, so nothing that ends late is written. */
  seal(): void
}

export const executionRecords = (rows: RowStore): ExecutionRecords => {
  let sealed = false
  const read = (arn: unknown) => rows.read(SPACE, String(arn)) as Execution | undefined
  const within = (prefix: string) =>
    [...rows.rows(SPACE, { gte: prefix, lt: `${prefix}\u{10FFFF}` })].map(({ value }) => value as Execution)
  return {
    read,
    save(execution) {
      rows.write(SPACE, execution.arn, execution)
      return execution
    },
    running(arn) {
      const execution = sealed ? undefined : read(arn)
      return execution?.status === 'RUNNING' ? execution : undefined
    },
    list: (machineArn) => within(executionArn(machineArn, '')).sort((left, right) => right.startedAt - left.startedAt),
    all: () => within(''),
    seal: () => {
      sealed = true
    },
  }
}
