import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QueueSpec } from '../../../lib/local/aws/ports.ts'
import { openWorld, queueSpec, removeDir, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})

const queue = async (name: string, changes: Partial<QueueSpec> = {}) =>
  (await world.aws.declareQueue(queueSpec(name, changes))).url
const send = (QueueUrl: string, MessageBody: string, options: object = {}) =>
  world.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...options }))
const receive = async (QueueUrl: string, options: object = {}) =>
  (
    await world.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All'],
        ...options,
      }),
    )
  ).Messages ?? []
const bodies = async (url: string, options: object = {}) => (await receive(url, options)).map((message) => message.Body)
const remove = (QueueUrl: string, ReceiptHandle: string | undefined) =>
  world.sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }))
const counts = async (QueueUrl: string) => {
  const { Attributes } = await world.sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  return ['', 'NotVisible', 'Delayed'].map((kind) =>
    Number(Attributes?.[`ApproximateNumberOfMessages${kind}` as 'ApproximateNumberOfMessages']),
  )
}

describe('messages', () => {
  it('messages have a body, attributes and digests that the SDK verifies, and stay hidden until deleted', async () => {
    const url = await queue('basic')
    const MessageAttributes = {
      text: { DataType: 'String', StringValue: 'é' },
      raw: { DataType: 'Binary.x', BinaryValue: new Uint8Array([1, 2]) },
    }
    await send(url, 'hello', { MessageAttributes })
    const [message] = await receive(url, { MessageAttributeNames: ['All'] })
    expect(message).toMatchObject({ Body: 'hello', MessageAttributes, Attributes: { ApproximateReceiveCount: '1' } })
    expect(message?.MD5OfMessageAttributes).toMatch(/^[0-9a-f]{32}$/)
    expect([await bodies(url), await counts(url)]).toEqual([[], [0, 1, 0]])
    await remove(url, message?.ReceiptHandle)
    expect(await counts(url)).toEqual([0, 0, 0])
  })

  it('messages return after the visibility timeout, at once when it is set to 0, later when it is extended', async () => {
    const url = await queue('visible', { visibilityTimeoutSeconds: 20 })
    await send(url, 'm')
    const [first] = await receive(url)
    await world.sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle, VisibilityTimeout: 60 }),
    )
    await world.aws.clock.advance(30_000)
    expect(await bodies(url)).toEqual([])
    await world.aws.clock.advance(30_000)
    const [second] = await receive(url)
    expect(second?.Attributes?.ApproximateReceiveCount).toBe('2')
    await world.sqs.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle: second?.ReceiptHandle, VisibilityTimeout: 0 }),
    )
    expect(await bodies(url)).toEqual(['m'])
  })

  it('messages are delayed by queue or message, and deleted after the retention', async () => {
    const url = await queue('slow', { delaySeconds: 10, retentionSeconds: 100 })
    await send(url, 'by queue')
    await send(url, 'by message', { DelaySeconds: 50 })
    expect([await bodies(url), await counts(url)]).toEqual([[], [0, 0, 2]])
    await world.aws.clock.advance(10_000)
    expect(await bodies(url)).toEqual(['by queue'])
    await world.aws.clock.advance(100_000)
    expect([await bodies(url), await counts(url)]).toEqual([[], [0, 0, 0]])
  })

  it('a long poll returns when a message arrives, and empty when its wait ends', async () => {
    const url = await queue('polled')
    const pendingPoll = bodies(url, { WaitTimeSeconds: 20 })
    await send(url, 'now')
    expect(await pendingPoll).toEqual(['now'])
    await world.sqs.send(new PurgeQueueCommand({ QueueUrl: url }))
    const idle = bodies(url, { WaitTimeSeconds: 20 })
    const ended = idle.then(() => true)
    await until(async () => {
      await world.aws.clock.advance(21_000)
      return Promise.race([ended, new Promise((resolve) => setImmediate(resolve, false))])
    })
    expect(await idle).toEqual([])
  })

  it('a long poll whose caller disconnects receives no message', async () => {
    const url = await queue('abandoned')
    const call = new AbortController()
    const command = new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 })
    const pendingPoll = world.sqs.send(command, { abortSignal: call.signal }).catch(() => 'hung up')
    // Long enough for the call to arrive, and for its end to be noticed.
    await pause(50)
    call.abort()
    expect(await pendingPoll).toBe('hung up')
    await pause(50)
    await send(url, 'kept')
    expect(await bodies(url, { WaitTimeSeconds: 5 })).toEqual(['kept'])
  })

  it('messages move to the dead-letter queue after too many receives, with their id and source', async () => {
    const dead = await queue('dead')
    const url = await queue('risky', { visibilityTimeoutSeconds: 1, redrive: { target: 'dead', maxReceiveCount: 2 } })
    const { MessageId } = await send(url, 'poison')
    for (let n = 0; n < 2; n++) {
      expect(await bodies(url)).toEqual(['poison'])
      await world.aws.clock.advance(1_000)
    }
    expect(await bodies(url)).toEqual([])
    const [message] = await receive(dead)
    expect(message).toMatchObject({
      MessageId,
      Body: 'poison',
      Attributes: { DeadLetterQueueSourceArn: 'arn:aws:sqs:us-east-1:000000000000:risky' },
    })
  })
})

describe('limits', () => {
  it('1 MiB with attributes is accepted; one more byte, an empty body and forbidden characters are rejected', async () => {
    const url = await queue('limits')
    // Takes ten bytes: name, type and value.
    const MessageAttributes = { abc: { DataType: 'String', StringValue: 'v' } }
    await send(url, 'x'.repeat(1_048_576 - 10), { MessageAttributes })
    await expect(send(url, 'x'.repeat(1_048_576 - 9), { MessageAttributes })).rejects.toThrow(
      'Message must be shorter than 1048576 bytes',
    )
    await expect(send(url, '')).rejects.toMatchObject({ name: 'MissingParameter' })
    await expect(send(url, 'a\u0001')).rejects.toMatchObject({ name: 'InvalidMessageContents' })
    await expect(send(url, 'a', { DelaySeconds: 901 })).rejects.toThrow(/DelaySeconds/)
    await expect(receive(url, { MaxNumberOfMessages: 11 })).rejects.toThrow(/MaxNumberOfMessages/)
    await expect(send(`${url}-no`, 'a')).rejects.toMatchObject({ name: 'QueueDoesNotExist' })
  })

  it('a batch is rejected as a whole for its size or ids, and per entry for its entries', async () => {
    const url = await queue('batches')
    const batch = (Entries: { Id: string; MessageBody: string }[]) =>
      world.sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }))
    const entries = (n: number, size = 1) =>
      Array.from({ length: n }, (_, at) => ({ Id: `e${at}`, MessageBody: 'x'.repeat(size) }))
    await expect(batch(entries(10, 110_000))).rejects.toMatchObject({ name: 'BatchRequestTooLong' })
    await expect(batch(entries(11))).rejects.toMatchObject({ name: 'TooManyEntriesInBatchRequest' })
    await expect(batch([])).rejects.toMatchObject({ name: 'EmptyBatchRequest' })
    await expect(batch([...entries(1), ...entries(1)])).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' })
    const { Successful, Failed } = await batch([...entries(2), { Id: 'bad', MessageBody: '\u0001' }])
    expect([Successful?.map((e) => e.Id), Failed?.map((e) => [e.Id, e.Code])]).toEqual([
      ['e0', 'e1'],
      [['bad', 'InvalidMessageContents']],
    ])
    const messages = await receive(url)
    const deleted = await world.sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: [
          ...messages.map(({ ReceiptHandle }, n) => ({ Id: `d${n}`, ReceiptHandle })),
          { Id: 'bad', ReceiptHandle: 'nonsense' },
        ],
      }),
    )
    expect([deleted.Successful?.length, deleted.Failed?.map((e) => e.Code)]).toEqual([2, ['ReceiptHandleIsInvalid']])
  })
})

describe('groups', () => {
  it('a backlog of one tenant does not delay other tenants in a standard queue', async () => {
    const url = await queue('fair')
    for (let n = 0; n < 40; n++) await send(url, `noisy ${n}`, { MessageGroupId: 'noisy' })
    for (const tenant of ['a', 'b'])
      for (let n = 0; n < 3; n++) await send(url, `${tenant} ${n}`, { MessageGroupId: tenant })
    const first = await bodies(url, { MaxNumberOfMessages: 9 })
    expect(first.toSorted()).toEqual(['a 0', 'a 1', 'a 2', 'b 0', 'b 1', 'b 2', 'noisy 0', 'noisy 1', 'noisy 2'])
  })

  it('groups take turns, one message at a time', async () => {
    const url = await queue('turns')
    for (const body of ['a1', 'a2', 'a3', 'b1', 'c1']) await send(url, body, { MessageGroupId: body[0] })
    const receivedBodies: (string | undefined)[] = []
    for (let n = 0; n < 5; n++) receivedBodies.push(...(await bodies(url, { MaxNumberOfMessages: 1 })))
    expect(receivedBodies).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  })

  it('a FIFO queue preserves order per group, blocks a group in flight, and drops duplicates for 5 minutes', async () => {
    const url = await queue('ordered.fifo')
    const fifo = (body: string, group: string, MessageDeduplicationId = body) =>
      send(url, body, { MessageGroupId: group, MessageDeduplicationId })
    await fifo('a1', 'a')
    await fifo('a2', 'a')
    await fifo('b1', 'b')
    const duplicate = await fifo('other body', 'a', 'a1')
    const [a1, ...rest] = await receive(url, { MaxNumberOfMessages: 1 })
    expect([a1?.Body, rest, duplicate.MessageId]).toEqual(['a1', [], a1?.MessageId])
    expect(await bodies(url)).toEqual(['b1'])
    await remove(url, a1?.ReceiptHandle)
    expect(await bodies(url)).toEqual(['a2'])
    await world.aws.clock.advance(5 * 60_000)
    await fifo('a1', 'c')
    expect(await bodies(url)).toContain('a1')
    await expect(send(url, 'x')).rejects.toMatchObject({ name: 'MissingParameter' })
  })
})

describe('queues', () => {
  it('queues are found by name, listed and purged, and messages and the clock survive a restart', async () => {
    const url = await queue('named')
    expect((await world.sqs.send(new GetQueueUrlCommand({ QueueName: 'named' }))).QueueUrl).toBe(url)
    expect((await world.sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'nam' }))).QueueUrls).toEqual([url])
    await send(url, 'x')
    await world.sqs.send(new PurgeQueueCommand({ QueueUrl: url }))
    expect(await counts(url)).toEqual([0, 0, 0])
    await send(url, 'kept')
    await world.close()
    world = await openWorld(world.dir)
    expect(world.aws.clock.offset).toBeGreaterThan(300_000)
    expect(await bodies(await queue('named'))).toEqual(['kept'])
  })

  it('messages in flight return immediately after a restart with a higher receive count, and delayed ones wait', async () => {
    const url = await queue('interrupted')
    await send(url, 'in flight')
    expect(await bodies(url)).toEqual(['in flight'])
    await send(url, 'delayed', { DelaySeconds: 600 })
    expect(await counts(url)).toEqual([0, 1, 1])
    await world.close()
    world = await openWorld(world.dir)
    const afterRestart = await receive(await queue('interrupted'), { MessageSystemAttributeNames: ['All'] })
    expect(afterRestart.map(({ Body, Attributes }) => [Body, Attributes?.ApproximateReceiveCount])).toEqual([
      ['in flight', '2'],
    ])
  })
})
