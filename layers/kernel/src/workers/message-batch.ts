import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import type { Log } from '../log.ts'

/** The remaining time of the function in milliseconds. */
export type RemainingMs = () => number

/** How the messages of a batch are read. */
export interface MessageOptions<Message extends z.ZodType> {
  readonly message: Message
  /** The log message for a failed message. */
  readonly failed: string
  /** Whether each message waits for the one before it. Otherwise the messages of a batch run concurrently. */
  readonly oneByOne?: true | undefined
}

/** The work on one message. */
export type RunMessage<Message extends z.ZodType> = (
  message: z.output<Message>,
  remainingMs: RemainingMs,
) => Promise<unknown>

const inOrder = async <T, R>(items: readonly T[], run: (item: T) => Promise<readonly R[]>): Promise<R[]> => {
  const results: R[] = []
  for (const item of items) results.push(...(await run(item)))
  return results
}

const atOnce = async <T, R>(items: readonly T[], run: (item: T) => Promise<readonly R[]>): Promise<R[]> =>
  (await Promise.all(items.map(run))).flat()

/** Processes the messages of a batch, whose bodies are JSON. Only the failed messages are returned to the queue. */
export const messageBatch = <Message extends z.ZodType>(
  { message, failed, oneByOne, log }: MessageOptions<Message> & { readonly log: Pick<Log, 'error'> },
  run: RunMessage<Message>,
) => {
  const attemptAll = oneByOne ? inOrder : atOnce
  return async ({ Records }: SQSEvent, remainingMs: RemainingMs): Promise<SQSBatchResponse> => {
    const attempt = async ({ body, messageId, attributes }: SQSRecord): Promise<readonly SQSBatchItemFailure[]> => {
      try {
        await run(message.parse(JSON.parse(body)), remainingMs)
        return []
      } catch (error) {
        log.error(failed, { message_id: messageId, tries: Number(attributes?.ApproximateReceiveCount ?? 1), error })
        return [{ itemIdentifier: messageId }]
      }
    }
    return { batchItemFailures: await attemptAll(Records, attempt) }
  }
}
