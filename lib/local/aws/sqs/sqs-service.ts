import { AwsError } from '../aws-error.ts'
import { type Input, jsonService, type Operation, type ServiceHandler } from '../json-service.ts'
import type { QueueSpec } from '../ports.ts'
import { attributesMd5, type MessageAttributes, md5 } from './message-digest.ts'
import { assertBatchSize, entriesOf, integerIn, messageOf } from './queue-rules.ts'
import type { Queues } from './queues.ts'
import type { StoredMessage } from './take-messages.ts'

export interface SqsDeps {
  readonly queues: Queues
  readonly urlOf: (queue: string) => string
  readonly arnOf: (queue: string) => string
  readonly log?: ((line: string) => void) | undefined
}

const MAX_VISIBILITY_SECONDS = 43_200

const withoutUndefined = (value: Input): Input =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

export const systemAttributes = (message: StoredMessage, account: string, arnOf: (queue: string) => string): Input =>
  withoutUndefined({
    SenderId: account,
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.received),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    MessageGroupId: message.groupId,
    MessageDeduplicationId: message.dedupId,
    SequenceNumber: message.dedupId === undefined ? undefined : sequenceNumber(message.seq),
    DeadLetterQueueSourceArn: message.source && arnOf(message.source),
  })

/** SQS's sequence numbers have 20 digits. */
const sequenceNumber = (seq: number): string => String(seq).padStart(20, '0')

const isSelected = (names: readonly string[], name: string): boolean =>
  names.some(
    (selector) =>
      selector === 'All' ||
      selector === '.*' ||
      selector === name ||
      (selector.endsWith('.*') && name.startsWith(selector.slice(0, -2))),
  )

const select = <T>(values: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> | undefined => {
  const selected = Object.entries(values).filter(([name]) => isSelected(names, name))
  return selected.length === 0 ? undefined : Object.fromEntries(selected)
}

const sendOne = (queues: Queues, queue: QueueSpec, input: Input): Input => {
  const message = messageOf(queue, input)
  const { messageId, seq } = queues.send(queue, message)
  return withoutUndefined({
    MessageId: messageId,
    MD5OfMessageBody: md5(message.body),
    MD5OfMessageAttributes: attributesMd5(message.attributes),
    SequenceNumber: queue.fifo ? sequenceNumber(seq) : undefined,
  })
}

/** Runs each entry of a batch separately: a rejected entry does not stop the others. */
const runBatch = (input: Input, run: (entry: Input) => Input): Input => {
  const Successful: Input[] = []
  const Failed: Input[] = []
  for (const entry of entriesOf(input)) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) })
    } catch (error) {
      if (!(error instanceof AwsError)) throw error
      Failed.push({ Id: entry.Id, Code: error.code, Message: error.message, SenderFault: true })
    }
  }
  return { Successful, Failed }
}

const receiptOf = (input: Input): string => {
  const receipt = input.ReceiptHandle
  if (typeof receipt === 'string' && /^[0-9a-f-]{36}-\d+$/.test(receipt)) return receipt
  throw new AwsError(
    'ReceiptHandleIsInvalid',
    `The input receipt handle "${String(receipt)}" is not a valid receipt handle.`,
  )
}

const queueAttributes = ({ queues, arnOf }: SqsDeps, queue: QueueSpec): Record<string, string> => {
  const { visible, hidden, delayed } = queues.store.counts(queue)
  return {
    QueueArn: arnOf(queue.name),
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(hidden),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    VisibilityTimeout: String(queue.visibilityTimeoutSeconds),
    MessageRetentionPeriod: String(queue.retentionSeconds),
    DelaySeconds: String(queue.delaySeconds),
    ...(queue.fifo && { FifoQueue: 'true' }),
    ...(queue.redrive && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: arnOf(queue.redrive.target),
        maxReceiveCount: queue.redrive.maxReceiveCount,
      }),
    }),
  }
}

const receive =
  ({ queues, arnOf }: SqsDeps): Operation =>
  async (input, { signal }) => {
    const queue = queues.find(input.QueueUrl)
    const messages = await queues.receive(queue, {
      max: integerIn('MaxNumberOfMessages', input.MaxNumberOfMessages ?? 1, { min: 1, max: 10 }),
      visibilitySeconds: integerIn('VisibilityTimeout', input.VisibilityTimeout ?? queue.visibilityTimeoutSeconds, {
        min: 0,
        max: MAX_VISIBILITY_SECONDS,
      }),
      waitSeconds: integerIn('WaitTimeSeconds', input.WaitTimeSeconds ?? 0, { min: 0, max: 20 }),
      signal,
    })
    const system: string[] = [...(input.AttributeNames ?? []), ...(input.MessageSystemAttributeNames ?? [])]
    const Messages = messages.map((message) => {
      const attributes: MessageAttributes | undefined = select(message.attributes, input.MessageAttributeNames ?? [])
      return withoutUndefined({
        MessageId: message.messageId,
        ReceiptHandle: message.receipt,
        Body: message.body,
        MD5OfBody: md5(message.body),
        Attributes: select(systemAttributes(message, 'LOCAL', arnOf), system),
        MessageAttributes: attributes,
        MD5OfMessageAttributes: attributesMd5(attributes),
      })
    })
    return Messages.length === 0 ? {} : { Messages }
  }

/** Amazon SQS over the queues that stacks declare (JSON protocol 1.0). */
export const sqsService = (deps: SqsDeps): ServiceHandler => {
  const { queues, urlOf, log } = deps
  const changeOne = (queue: QueueSpec, input: Input): Input => {
    const seconds = integerIn('VisibilityTimeout', input.VisibilityTimeout, { min: 0, max: MAX_VISIBILITY_SECONDS })
    queues.changeVisibility(queue, receiptOf(input), seconds)
    return {}
  }
  const removeOne = (queue: QueueSpec, input: Input): Input => {
    queues.remove(queue, receiptOf(input))
    return {}
  }
  const operations: Record<string, Operation> = {
    SendMessage: (input) => sendOne(queues, queues.find(input.QueueUrl), input),
    SendMessageBatch: (input) => {
      const queue = queues.find(input.QueueUrl)
      assertBatchSize(entriesOf(input))
      return runBatch(input, (entry) => sendOne(queues, queue, entry))
    },
    ReceiveMessage: receive(deps),
    DeleteMessage: (input) => removeOne(queues.find(input.QueueUrl), input),
    DeleteMessageBatch: (input) => {
      const queue = queues.find(input.QueueUrl)
      return runBatch(input, (entry) => removeOne(queue, entry))
    },
    ChangeMessageVisibility: (input) => changeOne(queues.find(input.QueueUrl), input),
    ChangeMessageVisibilityBatch: (input) => {
      const queue = queues.find(input.QueueUrl)
      return runBatch(input, (entry) => changeOne(queue, entry))
    },
    GetQueueUrl: (input) => ({ QueueUrl: urlOf(queues.find(input.QueueName).name) }),
    GetQueueAttributes: (input) => ({
      Attributes: select(queueAttributes(deps, queues.find(input.QueueUrl)), input.AttributeNames ?? []),
    }),
    ListQueues: (input) => ({
      QueueUrls: queues
        .names()
        .filter((name) => name.startsWith(input.QueueNamePrefix ?? ''))
        .map(urlOf),
    }),
    PurgeQueue: (input) => {
      queues.purge(queues.find(input.QueueUrl))
      return {}
    },
  }
  return jsonService({ name: 'sqs', operations, log })
}
