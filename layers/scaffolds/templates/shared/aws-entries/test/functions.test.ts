import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf } from '../src/aws/events.ts'
import * as handler from '../src/handler.ts'
import { world } from './support/world.ts'

// #if queue || file
const record = (messageId: string, body: string) => ({ messageId, body, attributes: { ApproximateReceiveCount: '2' } })
const failed = (ids: readonly string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) })
// #endif

// #if http
// #case integration: entries, http-trace
test('given an API Gateway event, when it is handled, then the request has its bytes, query and cookies, and the response is complete', async () => {
  const event = (overrides: object) =>
    ({
      rawPath: '/v1/a%20b',
      rawQueryString: 'x=1&x=2',
      headers: { 'x-one': '1' },
      cookies: ['s=1', 't=2'],
      requestContext: { domainName: 'service.test', http: { method: 'POST' } },
      ...overrides,
    }) as never
  const received: unknown[] = []
  const entries = entriesOf(
    {
      ...handler,
      http: async (request: Request) => {
        received.push([
          request.method,
          request.url,
          request.headers.get('cookie'),
          request.headers.get('x-one'),
          await request.text(),
        ])
        const headers = new Headers({ 'content-type': 'application/octet-stream' })
        headers.append('set-cookie', 'a=1')
        headers.append('set-cookie', 'b=2')
        return new Response(new Uint8Array([0, 255]), { status: 201, headers })
      },
    },
    world().deps,
  )
  const answer = await entries.http(event({ body: Buffer.from('ü').toString('base64'), isBase64Encoded: true }))
  assert.deepEqual(received, [['POST', 'https://service.test/v1/a%20b?x=1&x=2', 's=1; t=2', '1', 'ü']])
  assert.deepEqual(answer, {
    statusCode: 201,
    headers: { 'content-type': 'application/octet-stream' },
    cookies: ['a=1', 'b=2'],
    body: 'AP8=',
    isBase64Encoded: true,
  })
  const { deps, logged } = world()
  const absent = await entriesOf(handler, deps).http(event({ rawPath: '/nowhere/at/all' }))
  assert.deepEqual(
    [absent.statusCode, absent.isBase64Encoded, JSON.parse(absent.body ?? '').code],
    [404, false, 'not_found'],
  )
  assert.equal(logged.find((line) => line.event === 'request')?.status, 404)
})
// #endif

// #if queue
// #case integration: entries, queue-partial, queue-poison
test('given an SQS batch with a body that is not JSON and a failing message, when it is handled, then only these two are retried', async () => {
  const { deps, logged } = world()
  const received: unknown[] = []
  const entries = entriesOf(
    {
      ...handler,
      queue: async ({ body, attempt }) => {
        if (body === 'fails') throw new Error('no')
        received.push([body, attempt])
      },
    },
    deps,
  )
  const Records = [record('1', '{"n":1}'), record('2', 'not json'), record('3', '"fails"'), record('4', '[]')]
  assert.deepEqual(await entries.queue({ Records } as never), failed(['2', '3']))
  assert.deepEqual(received, [
    [{ n: 1 }, 2],
    [[], 2],
  ])
  assert.deepEqual(
    logged.map(({ outcome }) => outcome),
    ['done', 'unusable', 'failed', 'done'],
  )
  assert.deepEqual(await entries.queue({ Records: [record('1', '{}')] } as never), failed([]))
})
// #endif

// #if file
// #case integration: entries, queue-partial, queue-poison
test('given S3 notifications, one of them malformed, when they are handled, then only that one is retried', async () => {
  const received: unknown[] = []
  const entries = entriesOf({ ...handler, file: async ({ body }) => void received.push(body) }, world().deps)
  const notice = JSON.stringify({ detail: { object: { key: 'incoming/a b', size: 3, etag: 'e', sequencer: 's' } } })
  const Records = [
    record('1', notice),
    record('2', 'not json'),
    record('3', '{"detail":{}}'),
    record('4', 'null'),
    record('5', notice),
  ]
  assert.deepEqual(await entries.file({ Records } as never), failed(['2', '3', '4']))
  assert.equal(received.length, 2)
  const { key, size, etag } = received[0] as Record<string, unknown>
  assert.deepEqual([key, size, etag], ['incoming/a b', 3, 'e'])
})
// #endif

// #if schedule
// #case integration: entries
test('given a scheduled event, when the run fails, then the function fails, so that the platform counts an error', async () => {
  const { deps } = world()
  const handled: unknown[] = []
  await entriesOf({ ...handler, schedule: async (each) => void handled.push(each) }, deps).schedule()
  assert.deepEqual(handled, [deps])
  await assert.rejects(
    entriesOf({ ...handler, schedule: () => Promise.reject(new Error('no')) }, deps).schedule(),
    /no/,
  )
})
// #endif

// #if stream
// #case integration: entries
test('given a Kinesis batch, when an entry fails, then the batch is retried from that entry', async () => {
  const received: { sequence: string; key: string; arrivedAt: number; data: Uint8Array }[] = []
  const record = (sequenceNumber: string) => ({
    kinesis: {
      sequenceNumber,
      partitionKey: 'k',
      approximateArrivalTimestamp: 5.25,
      data: Buffer.from('{}').toString('base64'),
    },
  })
  const run = (failedFrom: string | undefined) =>
    entriesOf(
      {
        ...handler,
        stream: async (entries) => {
          received.push(...entries)
          return failedFrom
        },
      },
      world().deps,
    ).stream({ Records: [record('1'), record('2')] } as never)
  assert.deepEqual(await run('2'), { batchItemFailures: [{ itemIdentifier: '2' }] })
  assert.deepEqual(await run(undefined), { batchItemFailures: [] })
  const { sequence, key, arrivedAt, data } = received[1] ?? { data: [] }
  assert.deepEqual([sequence, key, arrivedAt, Buffer.from(data).toString()], ['2', 'k', 5_250, '{}'])
})
// #endif
