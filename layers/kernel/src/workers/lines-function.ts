import { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import type { FunctionAccess } from '../access.ts'
import { isBatch, messageBatch } from './message-batch.ts'
import { type Worker, workerHandler, workerRuntime } from './worker.ts'

type Receiver = FunctionAccess & Required<Pick<FunctionAccess, 'queue' | 'spans'>>

/** The payload of CloudWatch Logs (its user guide, "Subscription filters with AWS Lambda"). */
const LogsDelivery = z.object({ awslogs: z.object({ data: z.string() }) })

const LogsPayload = z.object({
  messageType: z.string(),
  logEvents: z.array(z.object({ id: z.string(), message: z.string() })),
})

/** A delivery in the queue: Lambda wraps the payload of a failed invocation. */
const FailedDelivery = z.object({ requestPayload: LogsDelivery })

export interface DeliveredLine {
  readonly id: string
  readonly message: string
}

export type RunLines = (lines: readonly DeliveredLine[]) => Promise<unknown>

const linesIn = ({ awslogs }: z.output<typeof LogsDelivery>): readonly DeliveredLine[] => {
  const text = gunzipSync(Buffer.from(awslogs.data, 'base64')).toString('utf8')
  const { messageType, logEvents } = LogsPayload.parse(JSON.parse(text))
  // CONTROL_MESSAGE: CloudWatch Logs checks that the function is reachable.
  return messageType === 'DATA_MESSAGE' ? logEvents : []
}

/**
 * Creates the Lambda handler of a function that takes log lines from CloudWatch Logs or, after a failure, from its
 * queue. If it throws, the lines are delivered again. It has no span, because its own lines are not delivered.
 */
export const linesFunction = <const A extends Receiver, Clients = undefined>(
  worker: Worker<A, Clients, RunLines> & {
    readonly failed: string
  },
) => {
  const runtime = workerRuntime<A, Clients>(worker)
  const run = worker.build(runtime)
  const { failed } = worker
  const runBatch = messageBatch({ message: FailedDelivery, failed, log: runtime.log }, ({ requestPayload }) =>
    run(linesIn(requestPayload)),
  )
  return workerHandler(async (event, context) => {
    if (isBatch(event)) return runBatch(event, () => context.getRemainingTimeInMillis())
    await run(linesIn(LogsDelivery.parse(event)))
    return undefined
  })
}
