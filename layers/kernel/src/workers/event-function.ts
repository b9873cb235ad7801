import type { SQSEvent } from 'aws-lambda'
import type { FunctionAccess, Subscription } from '../access.ts'
import { eventBatch, type RunEvents } from './event-batch.ts'
import { type Worker, workerHandler, workerRuntime } from './worker.ts'

type Subscriber = FunctionAccess & Required<Pick<FunctionAccess, 'queue' | 'subscribes'>>
type TypeOf<A> = A extends { readonly subscribes: Subscription } ? A['subscribes']['types'][number] : never

/**
 * The Lambda handler of a function that takes events of the bus from its queue. `build` gives the work on every type to
 * which its access subscribes. Only failed events are returned to the queue.
 */
export const eventFunction = <const A extends Subscriber, Clients = undefined>(
  worker: Worker<A, Clients, RunEvents<TypeOf<A>>> & {
    /** The log message for a failed event. */
    readonly failed: string
  },
) => {
  const runtime = workerRuntime<A, Clients>(worker)
  const runBatch = eventBatch({ log: runtime.log, failed: worker.failed }, worker.build(runtime))
  return workerHandler((event, context) => runBatch(event as SQSEvent, () => context.getRemainingTimeInMillis()))
}
