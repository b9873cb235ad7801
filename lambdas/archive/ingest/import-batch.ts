import type { Log } from '@signet/kernel'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { IngestMessage } from './ingest-queue.ts'

/** Share of the time that a worker uses; the rest is for finishing its batch. */
const USED = 0.8

interface Deps {
  readonly work: (message: IngestMessage, isTimeUp: () => boolean) => Promise<void>
  /** Time limit of the function. */
  readonly timeoutMs: number
  readonly log: Pick<Log, 'error'>
}

/** Works on imports one after the other until four fifths of the function's time are over. */
export const importBatch =
  ({ work, timeoutMs, log }: Deps) =>
  async ({ Records }: SQSEvent, remainingMs: () => number): Promise<SQSBatchResponse> => {
    const isTimeUp = () => remainingMs() < timeoutMs * (1 - USED)
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = []
    for (const { body, messageId } of Records) {
      try {
        await work(IngestMessage.parse(JSON.parse(body)), isTimeUp)
      } catch (error) {
        log.error('an import could not be continued', { message_id: messageId, error })
        batchItemFailures.push({ itemIdentifier: messageId })
      }
    }
    return { batchItemFailures }
  }
