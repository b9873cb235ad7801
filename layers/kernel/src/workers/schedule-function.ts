import type { FunctionAccess } from '../access.ts'
import { spannedHandler, type Worker, workerRuntime } from './worker.ts'

type OnSchedule = FunctionAccess & Required<Pick<FunctionAccess, 'schedule'>>

export const scheduleFunction = <const A extends OnSchedule, Result, Clients = undefined>(
  worker: Worker<A, Clients, () => Promise<Result>>,
) => {
  const runtime = workerRuntime<A, Clients>(worker)
  const run = worker.build(runtime)
  return spannedHandler({ log: runtime.log, kind: 'internal' }, () => run())
}
