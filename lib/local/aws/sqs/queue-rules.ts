import { createHash } from 'node:crypto'
import { AwsError } from '../aws-error.ts'
import type { Input } from '../json-service.ts'
import type { QueueSpec } from '../ports.ts'
import { messageBytes } from './message-digest.ts'
import type { NewMessage } from './queue-store.ts'

/** Limit of a message and of a batch in SQS, in bytes (API_SendMessage, API_SendMessageBatch). */
const MAX_MESSAGE_BYTES = 1_048_576
const MAX_ENTRIES = 10
const MAX_DELAY_SECONDS = 900
const MAX_ATTRIBUTES = 10

const invalidValue = (reason: string): AwsError =>
  new AwsError('InvalidParameterValue', `One or more parameters are invalid. Reason: ${reason}`)

const missingParameter = (name: string): AwsError =>
  new AwsError('MissingParameter', `The request must contain the parameter ${name}.`)

/** Characters that a message may contain: XML 1.0's, according to API_SendMessage. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule is about control characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

export const integerIn = (name: string, value: unknown, { min, max }: { min: number; max: number }): number => {
  const number = Number(value)
  if (Number.isInteger(number) && number >= min && number <= max) return number
  throw invalidValue(`${name} must be an integer from ${min} to ${max}, but was ${String(value)}.`)
}

const assertAttributes = (message: Input): void => {
  const attributes = Object.entries((message.MessageAttributes ?? {}) as Record<string, Input>)
  if (attributes.length > MAX_ATTRIBUTES)
    throw invalidValue(`A message has at most ${MAX_ATTRIBUTES} attributes; this one has ${attributes.length}.`)
  for (const [name, { DataType, StringValue, BinaryValue }] of attributes) {
    if (!/^(String|Number|Binary)(\..+)?$/.test(String(DataType)))
      throw invalidValue(
        `The type of message attribute '${name}' must be String, Number or Binary, with an optional label.`,
      )
    if (!StringValue && !BinaryValue) throw invalidValue(`Message attribute '${name}' must contain a non-empty value.`)
  }
}

/** Parses one message to send; throws SQS's error for a malformed one. */
export const messageOf = (queue: QueueSpec, input: Input): NewMessage => {
  const body = input.MessageBody
  if (typeof body !== 'string' || body === '') throw missingParameter('MessageBody')
  if (FORBIDDEN.test(body))
    throw new AwsError(
      'InvalidMessageContents',
      'Invalid characters found: a message may contain only XML 1.0 characters.',
    )
  assertAttributes(input)
  if (messageBytes(input) > MAX_MESSAGE_BYTES)
    throw invalidValue(`Message must be shorter than ${MAX_MESSAGE_BYTES} bytes.`)
  const groupId = input.MessageGroupId as string | undefined
  if (groupId !== undefined && !/^[\x21-\x7e]{1,128}$/.test(groupId))
    throw invalidValue('MessageGroupId must be 1 to 128 letters, digits or punctuation characters.')
  const delaySeconds = integerIn('DelaySeconds', input.DelaySeconds ?? queue.delaySeconds, {
    min: 0,
    max: MAX_DELAY_SECONDS,
  })
  const message = { body, attributes: input.MessageAttributes ?? {}, groupId, delaySeconds }
  if (!queue.fifo) return { ...message, dedupId: undefined }
  if (groupId === undefined) throw missingParameter('MessageGroupId')
  if (input.DelaySeconds) throw invalidValue('DelaySeconds on a message is not valid for a FIFO queue.')
  const dedupId = input.MessageDeduplicationId ?? createHash('sha256').update(body).digest('hex')
  return { ...message, dedupId }
}

/** Returns the entries of a batch; throws for an empty batch, too many entries, or a repeated ID. */
export const entriesOf = (input: Input): Input[] => {
  const entries = (input.Entries ?? []) as Input[]
  if (entries.length === 0)
    throw new AwsError('EmptyBatchRequest', 'There should be at least one entry in the request.')
  if (entries.length > MAX_ENTRIES)
    throw new AwsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${MAX_ENTRIES}. You have sent ${entries.length}.`,
    )
  for (const { Id } of entries)
    if (!/^[\w-]{1,80}$/.test(String(Id)))
      throw new AwsError(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      )
  if (new Set(entries.map((entry) => entry.Id)).size < entries.length)
    throw new AwsError('BatchEntryIdsNotDistinct', 'Two or more batch entries in the request have the same Id.')
  return entries
}

/** Checks the size of a batch, which counts as one message against the limit. */
export const assertBatchSize = (entries: readonly Input[]): void => {
  const bytes = entries.reduce((total, entry) => total + messageBytes(entry), 0)
  if (bytes > MAX_MESSAGE_BYTES)
    throw new AwsError(
      'BatchRequestTooLong',
      `Batch requests cannot be longer than ${MAX_MESSAGE_BYTES} bytes. You have sent ${bytes} bytes.`,
    )
}
