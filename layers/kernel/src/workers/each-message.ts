import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Log } from '../log.ts'

interface EachMessageDeps {
  readonly log: Pick<Log, 'error'>
  /** What the log says of a message that could not be worked on. */
  readonly failed: string
}

/** Works on the bodies of a batch, JSON as they are parsed, all at once. One that could not be worked on is returned alone. */
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
