import type * as z from 'zod'
import type { FunctionAccess } from '../access.ts'
import { type InvocationInput, invokedFunction, type RunInput } from './invoked-function.ts'
import type { Worker } from './worker.ts'

type Step = FunctionAccess & Required<Pick<FunctionAccess, 'step'>>

/** The Lambda handler of a step of a state machine, which decides by the names of thrown errors whether to retry. */
export const stepFunction = <const A extends Step, Input extends z.ZodType, Result, Clients = undefined>(
  worker: Worker<A, Clients, RunInput<Input, Result>> & InvocationInput<Input>,
) => invokedFunction<A, Input, Result, Clients>(worker)
