import type { Context } from 'aws-lambda'
import type * as z from 'zod'
import type { FunctionAccess } from '../access.ts'
import { type Ids, noteIds } from '../trail.ts'
import { spannedHandler, type Worker, workerRuntime } from './worker.ts'

/** Milliseconds by which work ends before the Lambda, so that a step can fail with its own error. */
const DEADLINE_MARGIN_MS = 2_000

type RunInput<Input extends z.ZodType, Result> = (input: z.output<Input>, signal: AbortSignal) => Promise<Result>

interface InvocationInput<Input extends z.ZodType> {
  readonly input: Input
  readonly ids?: ((input: z.output<Input>) => Ids) | undefined
}

const deadlineOf = (context: Context): AbortSignal =>
  AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - DEADLINE_MARGIN_MS))

/** Removes `cause`, which the handler has already read, because the schema of the input may be strict. */
const withoutCause = (event: unknown): unknown => {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return event
  const { cause: _cause, ...input } = event as { readonly cause?: unknown }
  return input
}

/**
 * Creates the Lambda handler of a function that its callers invoke by name. It parses its event by the schema, and
 * passes a signal that fires before the deadline. Errors are thrown unchanged.
 */
export const invokedFunction = <const A extends FunctionAccess, Input extends z.ZodType, Result, Clients = undefined>(
  worker: Worker<A, Clients, RunInput<Input, Result>> & InvocationInput<Input>,
) => {
  const runtime = workerRuntime<A, Clients>(worker)
  const run = worker.build(runtime)
  return spannedHandler({ log: runtime.log, kind: 'internal' }, async (event, context) => {
    const input = worker.input.parse(withoutCause(event))
    if (worker.ids) noteIds(worker.ids(input))
    return run(input, deadlineOf(context))
  })
}

type Step = FunctionAccess & Required<Pick<FunctionAccess, 'step'>>

/**
 * Creates the Lambda handler of a step of a state machine, which decides by the names of thrown errors whether to
 * retry.
 */
export const stepFunction = <const A extends Step, Input extends z.ZodType, Result, Clients = undefined>(
  worker: Worker<A, Clients, RunInput<Input, Result>> & InvocationInput<Input>,
) => invokedFunction<A, Input, Result, Clients>(worker)
