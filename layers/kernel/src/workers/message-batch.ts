import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import type { Log } from '../log.ts'
import { causeOfMessage, type Ids, noteIds, onTrail } from '../trail.ts'

/** The remaining time of the function in milliseconds. */
export type RemainingMs = () => number

/** How the messages of a batch are read. */
export interface MessageOptions<Message extends z.ZodType> {
  readonly message: Message
  /** The log message for a failed message. */
  readonly failed: string
  /** The ids that its lines carry. */
  readonly ids?: ((message: z.output<Message>) => Ids) | undefined
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
  { message, failed, ids, oneByOne, log }: MessageOptions<Message> & { readonly log: Pick<Log, 'error'> },
  run: RunMessage<Message>,
) => {
  const attemptAll = oneByOne ? inOrder : atOnce
  return async ({ Records }: SQSEvent, remainingMs: RemainingMs): Promise<SQSBatchResponse> => {
    const attempt = async (record: SQSRecord): Promise<readonly SQSBatchItemFailure[]> => {
      const { messageId, messageAttributes, attributes } = record
      try {
        const body: unknown = JSON.parse(record.body)
        noteIds(causeOfMessage(messageAttributes, body, messageId))
        const parsed = message.parse(body)
        if (ids) noteIds(ids(parsed))
        await run(parsed, remainingMs)
        return []
      } catch (error) {
        log.error(failed, { tries: Number(attributes?.ApproximateReceiveCount ?? 1), error })
        return [{ itemIdentifier: messageId }]
      }
    }
    const onItsTrail = (record: SQSRecord) => onTrail({ message_id: record.messageId }, () => attempt(record))
    return { batchItemFailures: await attemptAll(Records, onItsTrail) }
  }
}
