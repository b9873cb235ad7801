import { AwsError } from '../aws-error.ts'
import type { RowStore } from '../dynamo/row-store.ts'
import type { StateMachineSpec } from '../ports.ts'
import { type PreparedMachine, prepareMachine } from './machine-definition.ts'
import { ExecutionFault, type Run, type RunDeps, runMachine } from './run-machine.ts'

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

export interface ExecutionsDeps extends RunDeps {
  readonly rows: RowStore
  readonly log?: ((line: string) => void) | undefined
}

export interface Executions {
  declare(spec: StateMachineSpec): void
  machines(): readonly StateMachineSpec[]
  machine(arn: unknown): StateMachineSpec
  /** Durable when it returns; throws ExecutionAlreadyExists unless the same input is running under the name. */
  start(machineArn: unknown, name: string, input: string): Execution
  find(arn: unknown): Execution
  list(machineArn: string): Execution[]
  abort(arn: unknown, error: string | undefined, cause: string | undefined): Execution
  /** Runs again, from the start and with the same input, what an earlier process left RUNNING. */
  resume(): void
  stop(waitMs: number): Promise<void>
}

const SPACE = 'execution'

const executionArn = (machineArn: string, name: string): string =>
  `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`

export function executions({ rows, clock, invoke, log }: ExecutionsDeps): Executions {
  const specs = new Map<string, { readonly spec: StateMachineSpec; readonly prepared: PreparedMachine }>()
  const live = new Map<string, { done: Promise<void>; run: Run | undefined }>()
  let stopped = false

  const save = (execution: Execution): Execution => {
    rows.write(SPACE, execution.arn, execution)
    return execution
  }
  const read = (arn: unknown) => rows.read(SPACE, String(arn)) as Execution | undefined
  const running = (arn: string): Execution | undefined => {
    const execution = stopped ? undefined : read(arn)
    return execution?.status === 'RUNNING' ? execution : undefined
  }
  /** Writes the end of an execution unless StopExecution or the end of this process came first. */
  const settle = (arn: string, end: Partial<Execution>) => {
    const now = running(arn)
    if (now !== undefined) save({ ...now, stoppedAt: clock.now(), ...end })
  }

  const carryOut = async (execution: Execution, entry: { run: Run | undefined }) => {
    const { arn, machineArn, name, input, startedAt } = execution
    const known = specs.get(machineArn)
    if (known === undefined) return
    const value = JSON.parse(input) as unknown
    const context = {
      Execution: { Id: arn, Name: name, Input: value, StartTime: new Date(startedAt).toISOString(), RedriveCount: 0 },
      StateMachine: { Id: machineArn, Name: known.spec.name },
    }
    try {
      entry.run = await runMachine({ clock, invoke }, known.prepared, value, context)
      if (running(arn) === undefined) entry.run.abort()
      settle(arn, { status: 'SUCCEEDED', output: JSON.stringify(await entry.run.output) })
    } catch (thrown) {
      const fault = thrown instanceof ExecutionFault ? thrown : new ExecutionFault('States.Runtime', String(thrown))
      const timedOut = fault.name === 'States.Timeout' && fault.message.startsWith('The execution')
      if (running(arn) !== undefined) log?.(`execution ${name} of ${known.spec.name}: ${fault.name}: ${fault.message}`)
      settle(arn, { status: timedOut ? 'TIMED_OUT' : 'FAILED', error: fault.name, cause: fault.message })
    }
  }
  const launch = (execution: Execution) => {
    const entry: { done: Promise<void>; run: Run | undefined } = { run: undefined, done: Promise.resolve() }
    entry.done = carryOut(execution, entry).finally(() => live.delete(execution.arn))
    live.set(execution.arn, entry)
  }
  const machine = (arn: unknown): StateMachineSpec => {
    const known = specs.get(String(arn))
    if (known === undefined)
      throw new AwsError(
        'StateMachineDoesNotExist',
        `State Machine Does Not Exist: '${String(arn)}': no stack declares it.`,
      )
    return known.spec
  }
  const find = (arn: unknown): Execution => {
    const execution = read(arn)
    if (execution === undefined)
      throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${String(arn)}'`)
    return execution
  }

  return {
    declare: (spec) => void specs.set(spec.arn, { spec, prepared: prepareMachine(spec.name, spec.definition) }),
    machines: () => [...specs.values()].map(({ spec }) => spec),
    machine,
    find,
    start(machineArn, name, input) {
      const { arn } = machine(machineArn)
      const known = read(executionArn(arn, name))
      if (known !== undefined) {
        if (known.status === 'RUNNING' && known.input === input) return known
        throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${known.arn}'`)
      }
      const execution = save({
        arn: executionArn(arn, name),
        machineArn: arn,
        name,
        status: 'RUNNING',
        input,
        startedAt: clock.now(),
      })
      launch(execution)
      return execution
    },
    list: (machineArn) =>
      [...rows.rows(SPACE, { gte: `${executionArn(machineArn, '')}`, lt: `${executionArn(machineArn, '')}\u{10FFFF}` })]
        .map(({ value }) => value as Execution)
        .sort((left, right) => right.startedAt - left.startedAt),
    abort(arn, error, cause) {
      const execution = find(arn)
      if (execution.status !== 'RUNNING') return execution
      const ended = save({ ...execution, status: 'ABORTED', stoppedAt: clock.now(), error, cause })
      live.get(execution.arn)?.run?.abort()
      return ended
    },
    resume() {
      for (const { value } of rows.rows(SPACE)) {
        const execution = value as Execution
        if (execution.status === 'RUNNING' && !live.has(execution.arn)) launch(execution)
      }
    },
    async stop(waitMs) {
      const patience = new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref())
      await Promise.race([Promise.allSettled([...live.values()].map(({ done }) => done)), patience])
      // What is still under way stays RUNNING, and the next start resumes it.
      stopped = true
      for (const { run } of live.values()) run?.abort()
    },
  }
}
