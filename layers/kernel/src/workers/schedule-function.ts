import type { FunctionAccess } from '../access.ts'
import { type Worker, workerHandler, workerRuntime } from './worker.ts'

type OnSchedule = FunctionAccess & Required<Pick<FunctionAccess, 'schedule'>>

/** The Lambda handler of a function that runs on a schedule. */
export const scheduleFunction = <const A extends OnSchedule, Result, Clients = undefined>(
  worker: Worker<A, Clients, () => Promise<Result>>,
) => {
  const run = worker.build(workerRuntime<A, Clients>(worker))
  return workerHandler(() => run())
}
