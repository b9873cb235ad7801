import type { SQSBatchItemFailure, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type * as z from 'zod'
import type { Log } from '../log.ts'
import { type NoteSpan, spanned } from '../span.ts'
import { causeOfMessage, type Ids, noteIds, onTrail, parentOfMessage } from '../trail.ts'

export type RemainingMs = () => number

export const isBatch = (event: unknown): event is SQSEvent =>
  typeof event === 'object' && event !== null && 'Records' in event

export interface MessageOptions<Message extends z.ZodType> {
  readonly message: Message
  /** Log message of a failed attempt. */
  readonly failed: string
  readonly ids?: ((message: z.output<Message>) => Ids) | undefined
  readonly operation?: ((message: z.output<Message>) => string) | undefined
  /** True if each message waits for the one before it. Otherwise the messages of a batch run concurrently. */
  readonly oneByOne?: true | undefined
}

interface BatchDeps {
  readonly log: Pick<Log, 'error' | 'info'>
  /** True if the queue preserves the order of each group: processing of a group stops at a failed message. */
  readonly inGroups?: boolean | undefined
}

export type RunMessage<Message extends z.ZodType> = (
  message: z.output<Message>,
  remainingMs: RemainingMs,
) => Promise<unknown>

type Failures = readonly SQSBatchItemFailure[]

const runInOrder = async <T, R>(items: readonly T[], run: (item: T) => Promise<readonly R[]>): Promise<R[]> => {
  const results: R[] = []
  for (const item of items) results.push(...(await run(item)))
  return results
}

const runConcurrently = async <T, R>(items: readonly T[], run: (item: T) => Promise<readonly R[]>): Promise<R[]> =>
  (await Promise.all(items.map(run))).flat()

const failureOf = ({ messageId }: SQSRecord): SQSBatchItemFailure => ({ itemIdentifier: messageId })

/**
 * Processes messages in order up to the first failure. That message and the rest of the group stay in the queue, in
 * order.
 */
const runUpToFailure = async (group: readonly SQSRecord[], run: (record: SQSRecord) => Promise<Failures>) => {
  for (const [index, record] of group.entries()) {
    const failures = await run(record)
    if (failures.length > 0) return [...failures, ...group.slice(index + 1).map(failureOf)]
  }
  return []
}

/** Text that is not JSON is rejected by every schema. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const groupsOf = (records: readonly SQSRecord[]): readonly (readonly SQSRecord[])[] => [
  ...Map.groupBy(records, ({ attributes }) => attributes.MessageGroupId).values(),
]

const runInGroups = async (records: readonly SQSRecord[], run: (record: SQSRecord) => Promise<Failures>) =>
  (await Promise.all(groupsOf(records).map((group) => runUpToFailure(group, run)))).flat()

/**
 * Processes the messages of a batch, whose bodies are JSON. Only the failed messages are returned to the queue, each
 * with the later messages of its group if the order is preserved.
 */
export const messageBatch = <Message extends z.ZodType>(
  { message, failed, ids, operation, oneByOne, inGroups, log }: MessageOptions<Message> & BatchDeps,
  run: RunMessage<Message>,
) => {
  const attemptAll = inGroups ? runInGroups : oneByOne ? runInOrder : runConcurrently
  return async ({ Records }: SQSEvent, remainingMs: RemainingMs): Promise<SQSBatchResponse> => {
    const attempt = async ({ attributes }: SQSRecord, body: unknown, note: NoteSpan): Promise<void> => {
      try {
        const parsed = message.parse(body)
        if (ids) noteIds(ids(parsed))
        if (operation) note({ operation: operation(parsed) })
        await run(parsed, remainingMs)
      } catch (error) {
        log.error(failed, { tries: Number(attributes?.ApproximateReceiveCount ?? 1), error })
        throw error
      }
    }
    const attemptWithIds = (record: SQSRecord): Promise<Failures> => {
      const { messageId: message_id, messageAttributes } = record
      const body = jsonOf(record.body)
      const cause = causeOfMessage(messageAttributes, body, message_id)
      const start = { kind: 'consumer', parent: parentOfMessage(messageAttributes, body) } as const
      return onTrail({ message_id, ...cause }, () => spanned(log, start, (note) => attempt(record, body, note))).then(
        () => [],
        () => [failureOf(record)],
      )
    }
    return { batchItemFailures: await attemptAll(Records, attemptWithIds) }
  }
}
