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
  /** Ends the current wait of the execution; undefined while it does not wait. A resumed execution waits again. */
  release: (() => void) | undefined
}

/** Ends an execution and its wait, because the interpreter holds a timer while a wait lasts. */
const endExecution = (entry: RunningExecution | undefined): void => {
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

/**
 * Longest time for which a running execution holds the clock. It is limited because a task may wait for a later timer.
 */
const MAX_HOLD_MS = 10_000

/** Holds the clock while an execution runs, and releases it while the execution waits. */
const clockHold = (clock: LocalClock) => {
  let release: (() => void) | undefined
  const releaseClock = () => {
    release?.()
    release = undefined
  }
  return {
    releaseClock,
    holdClock(): void {
      releaseClock()
      const { promise, resolve } = Promise.withResolvers<void>()
      const patience = setTimeout(resolve, MAX_HOLD_MS)
      release = () => {
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
  entry: RunningExecution,
): Promise<void> => {
  const { arn, name, input } = execution
  const hold = clockHold(clock)
  const recordOutcome = (outcome: Partial<Execution>) => {
    const current = records.running(arn)
    if (current !== undefined) records.save({ ...current, stoppedAt: clock.now(), ...outcome })
  }
  try {
    const onWait = (release: RunningExecution['release']) => {
      entry.release = release
      if (release) hold.releaseClock()
      else hold.holdClock()
    }
    entry.run = await runMachine(
      { clock, invoke, onWait },
      prepared,
      JSON.parse(input),
      contextOf(execution, spec.name),
    )
    if (records.running(arn) === undefined) entry.run.abort()
    recordOutcome({ status: 'SUCCEEDED', output: JSON.stringify(await entry.run.output) })
  } catch (thrown) {
    const fault = thrown instanceof ExecutionFault ? thrown : new ExecutionFault('States.Runtime', String(thrown))
    if (records.running(arn) !== undefined)
      log?.(`execution ${name} of ${spec.name} failed: ${fault.name}: ${fault.message}`)
    recordOutcome({
      status: fault.isExecutionTimeout ? 'TIMED_OUT' : 'FAILED',
      error: fault.name,
      cause: fault.message,
    })
  } finally {
    hold.releaseClock()
  }
}

const requireMachine = (specs: ReadonlyMap<string, DeclaredMachine>, arn: unknown): DeclaredMachine => {
  const machine = specs.get(String(arn))
  if (machine !== undefined) return machine
  const message = `State Machine Does Not Exist: '${String(arn)}': no stack declares it.`
  throw new AwsError('StateMachineDoesNotExist', message)
}

const findRecord = (records: ExecutionRecords, arn: unknown): Execution => {
  const execution = records.read(arn)
  if (execution !== undefined) return execution
  throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${String(arn)}'`)
}

/** Waits up to `waitMs` until executions end or wait, then ends them without a record. */
const stopAll = async (
  records: ExecutionRecords,
  live: ReadonlyMap<string, RunningExecution>,
  waitMs: number,
): Promise<void> => {
  const isBusy = () => [...live.values()].some(({ release }) => release === undefined)
  for (const deadline = Date.now() + waitMs; isBusy() && Date.now() < deadline; ) await pause(STOP_POLL_MS)
  // Unfinished executions stay RUNNING, and the next start resumes them.
  records.seal()
  for (const entry of live.values()) endExecution(entry)
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
  const findMachine = (arn: unknown): StateMachineSpec => requireMachine(specs, arn).spec
  const find = (arn: unknown): Execution => findRecord(records, arn)

  return {
    declare: (spec: StateMachineSpec) =>
      void specs.set(spec.arn, { spec, prepared: prepareMachine(spec.name, spec.definition) }),
    machines: () => [...specs.values()].map(({ spec }) => spec),
    machine: findMachine,
    find,
    /** Durable on return; throws ExecutionAlreadyExists unless the same input is running under the name. */
    start(machineArn: unknown, name: string, input: string): Execution {
      const { arn } = findMachine(machineArn)
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
      const aborted = records.save({ ...execution, status: 'ABORTED', stoppedAt: clock.now(), error, cause })
      endExecution(live.get(execution.arn))
      return aborted
    },
    /** Reruns executions that an earlier process left RUNNING, from the start and with the same input. */
    resume(): void {
      for (const execution of records.all())
        if (execution.status === 'RUNNING' && !live.has(execution.arn)) launch(execution)
    },
    stop: (waitMs: number) => stopAll(records, live, waitMs),
  }
}
