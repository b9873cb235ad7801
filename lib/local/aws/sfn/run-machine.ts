import type { StateMachine } from 'aws-local-stepfunctions'
import { FunctionError, type InvokeFunction, type LocalClock } from '../ports.ts'
import type { PreparedMachine, StateAction } from './machine-definition.ts'

/** Step Functions' limit for data between states, in bytes of UTF-8 (service quotas). */
export const MAX_STATE_BYTES = 262_144

export class ExecutionFault extends Error {
  override readonly name: string
  /** Read by the interpreter. Retry and Catch must not match, as States.ALL does not for this error. */
  readonly isRetryable: boolean
  readonly isCatchable: boolean
  /** True if the TimeoutSeconds of the execution ended it, and not that of a state. */
  readonly isExecutionTimeout: boolean
  constructor(error: string, cause: string, { isTerminal = false, isExecutionTimeout = false } = {}) {
    super(cause)
    this.name = error
    this.isRetryable = !isTerminal
    this.isCatchable = !isTerminal
    this.isExecutionTimeout = isExecutionTimeout
  }
}

const assertFits = (subject: string, value: unknown): void => {
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '')
  if (bytes > MAX_STATE_BYTES)
    throw new ExecutionFault(
      'States.DataLimitExceeded',
      `${subject} is ${bytes} bytes, more than the ${MAX_STATE_BYTES} allowed between states: pass the key of an object instead.`,
      { isTerminal: true },
    )
}

export interface RunDeps {
  readonly clock: LocalClock
  readonly invoke: InvokeFunction
  /**
   * Called with a function that ends the wait when the execution starts to wait, and with undefined when the wait is
   * over.
   */
  readonly onWait?: ((release: (() => void) | undefined) => void) | undefined
}

/**
 * Converts a Lambda failure for Step Functions. The error name is the function's errorType (Sandbox.Timedout for a
 * timeout), the cause its JSON (Step Functions developer guide, "Handling errors").
 */
const lambdaFault = (error: unknown): ExecutionFault => {
  const errorType = error instanceof FunctionError ? error.errorType : 'Lambda.Unknown'
  const errorMessage = error instanceof Error ? error.message : String(error)
  return new ExecutionFault(errorType, JSON.stringify({ errorType, errorMessage }))
}

const callLambda = async ({ invoke }: RunDeps, state: string, arn: string, payload: unknown): Promise<unknown> => {
  assertFits(`The input of ${state}`, payload)
  let result: unknown
  try {
    result = (await invoke(arn, payload)) ?? null
  } catch (error) {
    throw lambdaFault(error)
  }
  assertFits(`The result of ${state}`, result)
  return result
}

const waitUntil = ({ clock, onWait }: RunDeps, input: { Seconds?: number; Timestamp?: string }) =>
  new Promise<null>((resolve) => {
    const ms = input.Timestamp === undefined ? (input.Seconds ?? 0) * 1000 : Date.parse(input.Timestamp) - clock.now()
    const release = () => {
      cancel()
      onWait?.(undefined)
      resolve(null)
    }
    const cancel = clock.after(ms, release)
    onWait?.(release)
  })

const handlerOf =
  (deps: RunDeps, state: string, action: StateAction) =>
  async (input: unknown): Promise<unknown> => {
    if (action.kind === 'wait') return waitUntil(deps, input as { Seconds?: number; Timestamp?: string })
    if (action.kind === 'lambda') return callLambda(deps, state, action.arn, input)
    const { FunctionName, Payload } = input as { FunctionName: string; Payload?: unknown }
    const result = await callLambda(deps, state, FunctionName, Payload ?? {})
    return { ExecutedVersion: '$LATEST', Payload: result, StatusCode: 200 }
  }

const interpreterFault = (error: unknown): ExecutionFault => {
  if (error instanceof ExecutionFault) return error
  if (!(error instanceof Error)) return new ExecutionFault('States.Runtime', String(error))
  if (error.name === 'ExecutionTimeoutError')
    return new ExecutionFault('States.Timeout', 'The execution took longer than TimeoutSeconds.', {
      isTerminal: true,
      isExecutionTimeout: true,
    })
  if (error.name === 'ExecutionError' && error.cause instanceof Error) return interpreterFault(error.cause)
  return new ExecutionFault(error.name === 'Error' ? 'States.Runtime' : error.name, error.message)
}

const interpreters = new WeakMap<PreparedMachine, StateMachine>()

/** Loading the library and checking a definition take 0.1 s each, so both happen once, at first use. */
const interpreterOf = async (machine: PreparedMachine): Promise<StateMachine> => {
  const library = await import('aws-local-stepfunctions')
  const interpreter =
    interpreters.get(machine) ??
    new library.StateMachine(machine.definition, { validationOptions: { checkArn: false } })
  interpreters.set(machine, interpreter)
  return interpreter
}

/** Interprets the prepared definition once with `input`; `context` is the content of the Context Object ($$). */
export const runMachine = async (deps: RunDeps, machine: PreparedMachine, input: unknown, context: object) => {
  const interpreter = await interpreterOf(machine)
  const handlers = Object.fromEntries(
    [...machine.actions].map(([state, action]) => [state, handlerOf(deps, state, action)]),
  )
  const run = interpreter.run(input as never, {
    overrides: { taskResourceLocalHandlers: handlers as never },
    context: context as never,
  })
  let oversizeFault: unknown
  const checkOutputs = async () => {
    for await (const event of run.eventLogs)
      if (event.type === 'StateExited') assertFits(`The output of ${event.state.name}`, event.state.output)
  }
  const outputsChecked = checkOutputs().catch((fault: unknown) => {
    oversizeFault = fault
    run.abort()
  })
  const finish = async () => {
    try {
      const output = await run.result
      await outputsChecked
      if (oversizeFault === undefined) return output
    } catch (error) {
      // An abort by this code surfaces as an abort of the library; the original reason is reported instead.
      throw oversizeFault ?? interpreterFault(error)
    }
    throw oversizeFault
  }
  const output: Promise<unknown> = finish()
  output.catch(() => undefined)
  return { output, abort: run.abort }
}

export type MachineRun = Awaited<ReturnType<typeof runMachine>>
