import type { SQSEvent } from 'aws-lambda'
import type * as z from 'zod'
import type { FunctionAccess } from '../access.ts'
import { type MessageOptions, messageBatch, type RunMessage } from './message-batch.ts'
import { type Worker, workerHandler, workerRuntime } from './worker.ts'

type Consumer = FunctionAccess & Required<Pick<FunctionAccess, 'queue'>>

/**
 * Creates the Lambda handler of a queue's consumer. Each message is parsed by its schema and processed separately; only
 * failed messages are returned to the queue.
 */
export const queueFunction = <const A extends Consumer, Message extends z.ZodType, Clients = undefined>(
  worker: Worker<A, Clients, RunMessage<Message>> & MessageOptions<Message>,
) => {
  const { message, failed, ids, operation, oneByOne, access } = worker
  const inGroups = access.queue.inOrderOf !== undefined
  const runtime = workerRuntime<A, Clients>(worker)
  const options = { message, failed, ids, operation, oneByOne, inGroups, log: runtime.log }
  const runBatch = messageBatch(options, worker.build(runtime))
  return workerHandler((event, context) => runBatch(event as SQSEvent, () => context.getRemainingTimeInMillis()))
}
