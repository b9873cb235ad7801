import type { SQSEvent } from 'aws-lambda'
import type { FunctionAccess, Subscription } from '../access.ts'
import { eventBatch, type RunEvents } from './event-batch.ts'
import { isBatch } from './message-batch.ts'
import { type Worker, workerHandler, workerRuntime } from './worker.ts'

type Subscriber = FunctionAccess & Required<Pick<FunctionAccess, 'subscribes'>>
type TypeOf<A> = A extends { readonly subscribes: Subscription } ? A['subscribes']['types'][number] : never

/**
 * Creates the Lambda handler of a function that takes events of the bus, through its queue or directly. `build` returns
 * the work for every type to which its access subscribes. Only failed events are returned to the queue; a direct event
 * fails the invocation, which Lambda retries.
 */
export const eventFunction = <const A extends Subscriber, Clients = undefined>(
  worker: Worker<A, Clients, RunEvents<TypeOf<A>>> & {
    readonly failed: string
  },
) => {
  const runtime = workerRuntime<A, Clients>(worker)
  const inGroups = worker.access.queue?.inOrderOf !== undefined
  const runBatch = eventBatch({ log: runtime.log, failed: worker.failed, inGroups }, worker.build(runtime))
  return workerHandler(async (event, context) => {
    const remainingMs = () => context.getRemainingTimeInMillis()
    if (isBatch(event)) return runBatch(event, remainingMs)
    const { id: messageId } = event as { readonly id: string }
    const singleEventBatch = {
      Records: [{ messageId, body: JSON.stringify(event), attributes: {}, messageAttributes: {} }],
    } as unknown as SQSEvent
    const { batchItemFailures } = await runBatch(singleEventBatch, remainingMs)
    if (batchItemFailures.length > 0) throw new Error(`${worker.failed}: event ${messageId}`)
    return { batchItemFailures }
  })
}
