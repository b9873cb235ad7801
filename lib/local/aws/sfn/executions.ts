import { setTimeout as pause } from 'node:timers/promises'
import { AwsError } from '../aws-error.ts'
import type { RowStore } from '../dynamo/row-store.ts'
import type { LocalClock, StateMachineSpec } from '../ports.ts'
import { type Execution, type ExecutionRecords, executionArn, executionRecords } from './execution-records.ts'
import { type PreparedMachine, prepareMachine } from './machine-definition.ts'
import { ExecutionFault, type MachineRun, type RunDeps, runMachine } from './run-machine.ts'

interface ExecutionsDeps extends RunDeps {
  readonly rows: RowStore
  readonly log?: ((line: string) => void) | undefined
}

export type Executions = ReturnType<typeof executions>

interface DeclaredMachine {
  readonly spec: StateMachineSpec
  readonly prepared: PreparedMachine
}

interface RunningExecution {
  done: Promise<void>
  run: MachineRun | undefined
  /** Ends the wait of an execution for a point in time. A resumed execution waits again. */
  release: (() => void) | undefined
}

/** Ends an execution and its wait, because the interpreter holds a timer while a wait lasts. */
const end = (entry: RunningExecution | undefined): void => {
  entry?.run?.abort()
  entry?.release?.()
}

const contextOf = ({ arn, name, input, startedAt, machineArn }: Execution, machine: string) => ({
  Execution: {
    Id: arn,
    Name: name,
    Input: JSON.parse(input),
    StartTime: new Date(startedAt).toISOString(),
    RedriveCount: 0,
  },
  StateMachine: { Id: machineArn, Name: machine },
})

const STOP_POLL_MS = 10

/** Longest run of an execution between two waits while the clock advances. A task may wait for a later timer. */
const PATIENCE_MS = 10_000

const runBetweenWaits = (clock: LocalClock) => {
  let arrived: (() => void) | undefined
  const arrive = () => {
    arrived?.()
    arrived = undefined
  }
  return {
    arrive,
    leave(): void {
      arrive()
      const { promise, resolve } = Promise.withResolvers<void>()
      const patience = setTimeout(resolve, PATIENCE_MS)
      arrived = () => {
        clearTimeout(patience)
        resolve()
      }
      clock.hold(promise)
    },
  }
}

/** Interprets one execution and records its end, unless StopExecution or the end of this process came first. */
const runExecution = async (
  { clock, invoke, log }: ExecutionsDeps,
  records: ExecutionRecords,
  { spec, prepared }: DeclaredMachine,
  execution: Execution,
  live: RunningExecution,
): Promise<void> => {
  const { arn, name, input } = execution
  const between = runBetweenWaits(clock)
  const settle = (end: Partial<Execution>) => {
    const now = records.running(arn)
    if (now !== undefined) records.save({ ...now, stoppedAt: clock.now(), ...end })
  }
  try {
    const waiting = (release: RunningExecution['release']) => {
      live.release = release
      if (release) between.arrive()
      else between.leave()
    }
    live.run = await runMachine(
      { clock, invoke, waiting },
      prepared,
      JSON.parse(input),
      contextOf(execution, spec.name),
    )
    if (records.running(arn) === undefined) live.run.abort()
    settle({ status: 'SUCCEEDED', output: JSON.stringify(await live.run.output) })
  } catch (thrown) {
    const fault = thrown instanceof ExecutionFault ? thrown : new ExecutionFault('States.Runtime', String(thrown))
    if (records.running(arn) !== undefined)
      log?.(`execution ${name} of ${spec.name} failed: ${fault.name}: ${fault.message}`)
    settle({ status: fault.ofExecution ? 'TIMED_OUT' : 'FAILED', error: fault.name, cause: fault.message })
  } finally {
    between.arrive()
  }
}

const declaredMachine = (specs: ReadonlyMap<string, DeclaredMachine>, arn: unknown): DeclaredMachine => {
  const spec = specs.get(String(arn))
  if (spec !== undefined) return spec
  const message = `State Machine Does Not Exist: '${String(arn)}': no stack declares it.`
  throw new AwsError('StateMachineDoesNotExist', message)
}

const recorded = (records: ExecutionRecords, arn: unknown): Execution => {
  const execution = records.read(arn)
  if (execution !== undefined) return execution
  throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${String(arn)}'`)
}

/** Waits up to `waitMs` until executions end or wait, then ends them without a record. */
const ended = async (
  records: ExecutionRecords,
  live: ReadonlyMap<string, RunningExecution>,
  waitMs: number,
): Promise<void> => {
  const isBusy = () => [...live.values()].some(({ release }) => release === undefined)
  for (const until = Date.now() + waitMs; isBusy() && Date.now() < until; ) await pause(STOP_POLL_MS)
  // Unfinished executions stay RUNNING, and the next start resumes them.
  records.seal()
  for (const entry of live.values()) end(entry)
}

/** Standard workflows. Each execution is recorded before StartExecution returns, and resumed if the process ends. */
export const executions = (deps: ExecutionsDeps) => {
  const { clock } = deps
  const records = executionRecords(deps.rows)
  const specs = new Map<string, DeclaredMachine>()
  const live = new Map<string, RunningExecution>()

  const launch = (execution: Execution) => {
    const declared = specs.get(execution.machineArn)
    if (declared === undefined) return
    const entry: RunningExecution = { run: undefined, done: Promise.resolve(), release: undefined }
    live.set(execution.arn, entry)
    entry.done = runExecution(deps, records, declared, execution, entry).finally(() => live.delete(execution.arn))
  }
  const machine = (arn: unknown): StateMachineSpec => declaredMachine(specs, arn).spec
  const find = (arn: unknown): Execution => recorded(records, arn)

  return {
    declare: (spec: StateMachineSpec) =>
      void specs.set(spec.arn, { spec, prepared: prepareMachine(spec.name, spec.definition) }),
    machines: () => [...specs.values()].map(({ spec }) => spec),
    machine,
    find,
    /** Durable on return; throws ExecutionAlreadyExists unless the same input is running under the name. */
    start(machineArn: unknown, name: string, input: string): Execution {
      const { arn } = machine(machineArn)
      const earlier = records.read(executionArn(arn, name))
      if (earlier !== undefined) {
        if (earlier.status === 'RUNNING' && earlier.input === input) return earlier
        throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${earlier.arn}'`)
      }
      const begun = { arn: executionArn(arn, name), machineArn: arn, name, input, startedAt: clock.now() }
      const execution = records.save({ ...begun, status: 'RUNNING' })
      launch(execution)
      return execution
    },
    list: records.list,
    abort(arn: unknown, error: string | undefined, cause: string | undefined): Execution {
      const execution = find(arn)
      if (execution.status !== 'RUNNING') return execution
      const ended = records.save({ ...execution, status: 'ABORTED', stoppedAt: clock.now(), error, cause })
      end(live.get(execution.arn))
      return ended
    },
    /** Reruns executions that an earlier process left RUNNING, from the start and with the same input. */
    resume(): void {
      for (const execution of records.all())
        if (execution.status === 'RUNNING' && !live.has(execution.arn)) launch(execution)
    },
    stop: (waitMs: number) => ended(records, live, waitMs),
  }
}
