import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Log } from '../log.ts'

interface EachMessageDeps {
  readonly log: Pick<Log, 'error'>
  /** The log message for a failed message. */
  readonly failed: string
}

/**
 * Processes the messages of a batch concurrently. Their bodies are JSON. Only the failed messages are returned to the
 * queue.
 */
export const eachMessage =
  ({ log, failed }: EachMessageDeps, work: (body: unknown) => Promise<unknown>) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const done = await Promise.allSettled(Records.map(async ({ body }) => work(JSON.parse(body))))
    const batchItemFailures = Records.flatMap(({ messageId }, i) => {
      const result = done[i]
      if (result?.status !== 'rejected') return []
      log.error(failed, { message_id: messageId, error: result.reason })
      return [{ itemIdentifier: messageId }]
    })
    return { batchItemFailures }
  }
