import type { Input } from '../json-service.ts'
import type { InvokeFunction, LocalClock, QueueConsumer, QueueSpec } from '../ports.ts'
import { attributesMd5, type MessageAttributes, md5 } from './message-digest.ts'
import type { Queues } from './queues.ts'
import { systemAttributes } from './sqs-service.ts'
import type { StoredMessage } from './take-messages.ts'

export interface EventSourceDeps {
  readonly queues: Queues
  readonly clock: LocalClock
  readonly invoke: InvokeFunction
  readonly account: string
  readonly region: string
  readonly arnOf: (queue: string) => string
  readonly log?: ((line: string) => void) | undefined
}

/** Lambda's synchronous payload limit. The mapping invokes before a batch would exceed it. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024
/** Initial number of pollers of a standard mapping. */
const DEFAULT_CONCURRENCY = 5
const POLL_SECONDS = 20

const messageAttributes = (attributes: MessageAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
      name,
      {
        ...(StringValue !== undefined && { stringValue: StringValue }),
        ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
        stringListValues: [],
        binaryListValues: [],
        dataType: DataType,
      },
    ]),
  )

/**
 * Returns the event of an SQS mapping, field by field as Lambda sends it (Lambda developer guide, "Using Lambda with
 * SQS").
 */
const sqsEvent = (messages: readonly StoredMessage[], queue: string, deps: EventSourceDeps): Input => {
  return {
    Records: messages.map((message) => {
      const attributesDigest = attributesMd5(message.attributes)
      return {
        messageId: message.messageId,
        receiptHandle: message.receipt,
        body: message.body,
        attributes: systemAttributes(message, deps.account, deps.arnOf),
        messageAttributes: messageAttributes(message.attributes),
        md5OfBody: md5(message.body),
        ...(attributesDigest !== undefined && { md5OfMessageAttributes: attributesDigest }),
        eventSource: 'aws:sqs',
        eventSourceARN: deps.arnOf(queue),
        awsRegion: deps.region,
      }
    }),
  }
}

/**
 * Returns the messages of a batch to delete. A reply with an empty, missing or unknown message ID cannot be trusted, so
 * the whole batch is returned to the queue (Lambda developer guide, "Reporting batch item failures").
 */
const processedMessages = (messages: readonly StoredMessage[], reply: unknown): readonly StoredMessage[] => {
  const failures = (reply as { batchItemFailures?: unknown } | null | undefined)?.batchItemFailures
  if (failures === undefined || failures === null) return messages
  if (!Array.isArray(failures)) return []
  const failed = failures.map((entry: { itemIdentifier?: unknown } | null) => entry?.itemIdentifier)
  const messageIds = new Set<unknown>(messages.map((message) => message.messageId))
  if (failed.some((id) => !messageIds.has(id))) return []
  return messages.filter((message) => !failed.includes(message.messageId))
}

/** Polls one queue until the signal fires; resolves when all its invocations have ended. */
export const runEventSource = async (
  deps: EventSourceDeps,
  consumer: QueueConsumer,
  signal: AbortSignal,
): Promise<void> => {
  const queue = deps.queues.find(consumer.queue)
  const running = new Set<Promise<void>>()
  while (!signal.aborted) {
    if (running.size >= (consumer.maxConcurrency ?? DEFAULT_CONCURRENCY)) {
      await Promise.race(running)
      continue
    }
    const batch = await collectBatch(deps, consumer, queue, signal)
    if (batch.length === 0) continue
    const work = invokeWithBatch(deps, consumer, queue, batch).finally(() => running.delete(work))
    running.add(work)
    // Skipped time does not count as processing time. Otherwise messages would reappear while the function processes them.
    deps.clock.hold(work)
  }
  await Promise.allSettled(running)
}

/** Collects one batch: full, all messages within the window, or as many as fit into an event. */
const collectBatch = async (deps: EventSourceDeps, consumer: QueueConsumer, queue: QueueSpec, signal: AbortSignal) => {
  const receive = (max: number, waitSeconds: number, maxBytes: number) =>
    deps.queues.receive(queue, {
      max,
      visibilitySeconds: queue.visibilityTimeoutSeconds,
      waitSeconds,
      maxBytes,
      signal,
    })
  const batch = await receive(consumer.batchSize, POLL_SECONDS, MAX_EVENT_BYTES)
  const windowEnd = deps.clock.now() + consumer.windowSeconds * 1000
  while (batch.length > 0 && batch.length < consumer.batchSize && deps.clock.now() < windowEnd) {
    const usedBytes = Buffer.byteLength(JSON.stringify(sqsEvent(batch, queue.name, deps)))
    // A receive returns at least one message, whatever its size, so capacity for a large one must remain.
    if (usedBytes > MAX_EVENT_BYTES / 2) break
    const more = await receive(
      consumer.batchSize - batch.length,
      (windowEnd - deps.clock.now()) / 1000,
      MAX_EVENT_BYTES - usedBytes,
    )
    if (more.length === 0) break
    batch.push(...more)
  }
  return batch
}

/** Invokes the function and deletes the processed messages. The others reappear after the visibility timeout. */
const invokeWithBatch = async (
  { queues, invoke, log, ...rest }: EventSourceDeps,
  consumer: QueueConsumer,
  queue: QueueSpec,
  batch: readonly StoredMessage[],
): Promise<void> => {
  try {
    const reply = await invoke(consumer.functionArn, sqsEvent(batch, queue.name, { queues, invoke, ...rest }))
    for (const message of consumer.reportBatchItemFailures ? processedMessages(batch, reply) : batch)
      queues.remove(queue, message.receipt)
  } catch (error) {
    log?.(`batch of ${batch.length} from ${queue.name} failed in ${consumer.functionArn}: ${String(error)}`)
  }
}
