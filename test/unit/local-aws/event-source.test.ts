import { GetQueueAttributesCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import type { SQSEvent } from 'aws-lambda'
import { afterEach, describe, expect, it } from 'vitest'
import type { QueueConsumer, QueueSpec } from '../../../lib/local/aws/ports.ts'
import { openWorld, queueSpec, removeDir, until, type World } from './world.ts'

let world: World
afterEach(async () => {
  await world.close()
  removeDir(world.dir)
})

type Handler = (event: SQSEvent) => unknown
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:worker'

async function startConsumer(handler: Handler, consumer: Partial<QueueConsumer> = {}, spec: Partial<QueueSpec> = {}) {
  const events: SQSEvent[] = []
  world = await openWorld(undefined, async (arn, payload) => {
    expect(arn).toBe(functionArn)
    events.push(payload as SQSEvent)
    return handler(payload as SQSEvent)
  })
  await world.aws.declareQueue(queueSpec('dead'))
  const { url } = await world.aws.declareQueue(queueSpec('jobs', { visibilityTimeoutSeconds: 30, ...spec }))
  await world.aws.declareConsumer({
    queue: 'jobs',
    functionArn,
    batchSize: 10,
    windowSeconds: 0,
    reportBatchItemFailures: true,
    ...consumer,
  })
  return { events, url }
}

const send = (QueueUrl: string, bodies: readonly string[]) =>
  world.sqs.send(
    new SendMessageBatchCommand({ QueueUrl, Entries: bodies.map((MessageBody, n) => ({ Id: `m${n}`, MessageBody })) }),
  )
const countsOf = async (QueueUrl: string) => {
  const { Attributes } = await world.sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))
  return [Number(Attributes?.ApproximateNumberOfMessages), Number(Attributes?.ApproximateNumberOfMessagesNotVisible)]
}
const bodiesOf = (events: readonly SQSEvent[]) => events.map((event) => event.Records.map((record) => record.body))

describe('an event source', () => {
  it('a message stays hidden while its function runs, however far the clock is advanced', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { events, url } = await startConsumer(async () => {
      await mayEnd
      return { batchItemFailures: [] }
    })
    await world.aws.start()
    await send(url, ['slow'])
    await until(() => events.length > 0)
    const advanced = world.aws.clock.advance(3_600_000)
    setTimeout(end, 50)
    await advanced
    expect([events.length, await countsOf(url)]).toEqual([1, [0, 0]])
  })

  it("records have Lambda's shape and are deleted after success", async () => {
    const { events, url } = await startConsumer(() => ({ batchItemFailures: [] }))
    await world.sqs.send(
      new SendMessageCommand({
        QueueUrl: url,
        MessageBody: 'hello',
        MessageGroupId: 't1',
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'x' } },
      }),
    )
    await world.aws.start()
    await until(async () => (await countsOf(url)).every((count) => count === 0))
    expect(events).toEqual([
      {
        Records: [
          {
            messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
            receiptHandle: expect.any(String),
            body: 'hello',
            attributes: {
              ApproximateReceiveCount: '1',
              SentTimestamp: expect.stringMatching(/^\d{13}$/),
              SenderId: '000000000000',
              ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
              MessageGroupId: 't1',
            },
            messageAttributes: {
              kind: { stringValue: 'x', stringListValues: [], binaryListValues: [], dataType: 'String' },
            },
            md5OfBody: '5d41402abc4b2a76b9719d911017c592',
            md5OfMessageAttributes: expect.stringMatching(/^[0-9a-f]{32}$/),
            eventSource: 'aws:sqs',
            eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:jobs',
            awsRegion: 'us-east-1',
          },
        ],
      },
    ])
  })

  it('only the failed records of a batch return after the visibility timeout', async () => {
    const { events, url } = await startConsumer(({ Records }) => ({
      batchItemFailures: Records.filter((r) => r.body === 'bad' && r.attributes.ApproximateReceiveCount === '1').map(
        (r) => ({ itemIdentifier: r.messageId }),
      ),
    }))
    await send(url, ['good', 'bad', 'fine'])
    await world.aws.start()
    await until(async () => (await countsOf(url)).join() === '0,1')
    expect(events).toHaveLength(1)
    await world.aws.clock.advance(31_000)
    await until(async () => (await countsOf(url)).join() === '0,0')
    expect(bodiesOf(events)[1]).toEqual(['bad'])
  })

  it.each<[string, Handler]>([
    [
      'a throw',
      () => {
        throw new Error('boom')
      },
    ],
    ['an empty identifier', () => ({ batchItemFailures: [{ itemIdentifier: '' }] })],
    ['a null identifier', () => ({ batchItemFailures: [{ itemIdentifier: null }] })],
    ['an unknown identifier', () => ({ batchItemFailures: [{ itemIdentifier: 'who' }] })],
  ])('%s returns the whole batch to the queue, and finally to the dead-letter queue', async (_name, handler) => {
    const { events, url } = await startConsumer(handler, {}, { redrive: { target: 'dead', maxReceiveCount: 2 } })
    await send(url, ['a', 'b'])
    await world.aws.start()
    await until(async () => events.length === 1 && (await countsOf(url)).join() === '0,2')
    await world.aws.clock.advance(31_000)
    await until(() => events.length === 2)
    await world.aws.clock.advance(31_000)
    await until(async () => (await countsOf(url.replace('jobs', 'dead'))).join() === '2,0')
    expect(events).toHaveLength(2)
  })

  it('without reportBatchItemFailures the reply is ignored', async () => {
    const { url } = await startConsumer(
      ({ Records }) => ({ batchItemFailures: Records.map((r) => ({ itemIdentifier: r.messageId })) }),
      { reportBatchItemFailures: false },
    )
    await send(url, ['a'])
    await world.aws.start()
    await until(async () => (await countsOf(url)).join() === '0,0')
  })

  it('a batch is collected within its window', async () => {
    const { events, url } = await startConsumer(() => ({}), { batchSize: 3, windowSeconds: 5 })
    await world.aws.start()
    for (const body of ['a', 'b', 'c']) await send(url, [body])
    await until(() => events.length > 0)
    expect(bodiesOf(events)).toEqual([['a', 'b', 'c']])
  })

  it('concurrent invocations stay within maxConcurrency', async () => {
    let running = 0
    let maxRunning = 0
    const { events, url } = await startConsumer(
      async () => {
        maxRunning = Math.max(maxRunning, ++running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running -= 1
      },
      { batchSize: 1, maxConcurrency: 2 },
    )
    await send(url, ['1', '2', '3', '4', '5', '6', '7', '8'])
    await world.aws.start()
    await until(() => events.length === 8)
    expect(maxRunning).toBe(2)
  })

  it('an event never exceeds 6 MB', async () => {
    const { events, url } = await startConsumer(() => ({}), { batchSize: 20 })
    // Quotes are escaped: eight such messages fill 8 MB of event.
    for (let n = 0; n < 8; n++) await send(url, ['"'.repeat(500_000)])
    await world.aws.start()
    await until(async () => (await countsOf(url)).join() === '0,0')
    expect(events.length).toBeGreaterThan(1)
    for (const event of events) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(6 * 1024 * 1024)
  })
})
