import { type Code, code } from '../../code.ts'
import { testCase } from '../../describe.ts'
import type { Case, Trigger } from '../../design.ts'

const http = testCase(
  'integration',
  ['entries', 'http-trace'],
  [
    code`an event of API Gateway`,
    code`it is handled`,
    code`the request has its bytes, query and cookies, and the answer goes back whole`,
  ],
  code`
  const event = (over: object) =>
    ({ rawPath: '/v1/a%20b', rawQueryString: 'x=1&x=2', headers: { 'x-one': '1' }, cookies: ['s=1', 't=2'], requestContext: { domainName: 'service.test', http: { method: 'POST' } }, ...over }) as never
  const seen: unknown[] = []
  const entries = entriesOf(
    {
      ...handler,
      http: async (request: Request) => {
        seen.push([request.method, request.url, request.headers.get('cookie'), request.headers.get('x-one'), await request.text()])
        const headers = new Headers({ 'content-type': 'application/octet-stream' })
        headers.append('set-cookie', 'a=1')
        headers.append('set-cookie', 'b=2')
        return new Response(new Uint8Array([0, 255]), { status: 201, headers })
      },
    },
    world().deps,
  )
  const answer = await entries.http(event({ body: Buffer.from('\u00fc').toString('base64'), isBase64Encoded: true }))
  assert.deepEqual(seen, [['POST', 'https://service.test/v1/a%20b?x=1&x=2', 's=1; t=2', '1', '\u00fc']])
  assert.deepEqual(answer, { statusCode: 201, headers: { 'content-type': 'application/octet-stream' }, cookies: ['a=1', 'b=2'], body: 'AP8=', isBase64Encoded: true })
  const { deps, logged } = world()
  const absent = await entriesOf(handler, deps).http(event({ rawPath: '/nowhere/at/all' }))
  assert.deepEqual([absent.statusCode, absent.isBase64Encoded, JSON.parse(absent.body ?? '').code], [404, false, 'not_found'])
  assert.equal(logged.find((line) => line.event === 'request')?.status, 404)
`,
)

const RECORDS = code`
  const record = (messageId: string, body: string) => ({ messageId, body, attributes: { ApproximateReceiveCount: '2' } })
  const failed = (ids: readonly string[]) => ({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) })
`

const queue = testCase(
  'integration',
  ['entries', 'queue-partial', 'queue-poison'],
  [
    code`a batch of SQS with a body that is no JSON, and one that fails`,
    code`it is handled`,
    code`these two alone come again`,
  ],
  code`
${RECORDS}
  const { deps, logged } = world()
  const seen: unknown[] = []
  const entries = entriesOf(
    {
      ...handler,
      queue: async ({ body, attempt }) => {
        if (body === 'fails') throw new Error('no')
        seen.push([body, attempt])
      },
    },
    deps,
  )
  const Records = [record('1', '{"n":1}'), record('2', 'not json'), record('3', '"fails"'), record('4', '[]')]
  assert.deepEqual(await entries.queue({ Records } as never), failed(['2', '3']))
  assert.deepEqual(seen, [[{ n: 1 }, 2], [[], 2]])
  assert.deepEqual(logged.map(({ outcome }) => outcome), ['done', 'unusable', 'failed', 'done'])
  assert.deepEqual(await entries.queue({ Records: [record('1', '{}')] } as never), failed([]))
`,
)

const file = testCase(
  'integration',
  ['entries', 'queue-partial', 'queue-poison'],
  [code`notifications of S3, among them one that is none`, code`they are handled`, code`that one alone comes again`],
  code`
${RECORDS}
  const seen: unknown[] = []
  const entries = entriesOf({ ...handler, file: async ({ body }) => void seen.push(body) }, world().deps)
  const notice = JSON.stringify({ detail: { object: { key: 'incoming/a b', size: 3, etag: 'e', sequencer: 's' } } })
  const Records = [record('1', notice), record('2', 'not json'), record('3', '{"detail":{}}'), record('4', 'null'), record('5', notice)]
  assert.deepEqual(await entries.file({ Records } as never), failed(['2', '3', '4']))
  assert.equal(seen.length, 2)
  const { key, size, etag } = seen[0] as Record<string, unknown>
  assert.deepEqual([key, size, etag], ['incoming/a b', 3, 'e'])
`,
)

const schedule = testCase(
  'integration',
  ['entries'],
  [code`the clock`, code`it starts a run that fails`, code`the function fails, so that the platform knows`],
  code`
  const { deps } = world()
  const given: unknown[] = []
  await entriesOf({ ...handler, schedule: async (each) => void given.push(each) }, deps).schedule()
  assert.deepEqual(given, [deps])
  await assert.rejects(entriesOf({ ...handler, schedule: () => Promise.reject(new Error('no')) }, deps).schedule(), /no/)
`,
)

const stream = testCase(
  'integration',
  ['entries'],
  [code`a batch of Kinesis`, code`an entry of it fails`, code`the batch comes again from there, and only then`],
  code`
  const seen: { sequence: string; key: string; arrivedAt: number; data: Uint8Array }[] = []
  const record = (sequenceNumber: string) => ({ kinesis: { sequenceNumber, partitionKey: 'k', approximateArrivalTimestamp: 5.25, data: Buffer.from('{}').toString('base64') } })
  const run = (failedFrom: string | undefined) =>
    entriesOf(
      {
        ...handler,
        stream: async (entries) => {
          seen.push(...entries)
          return failedFrom
        },
      },
      world().deps,
    ).stream({ Records: [record('1'), record('2')] } as never)
  assert.deepEqual(await run('2'), { batchItemFailures: [{ itemIdentifier: '2' }] })
  assert.deepEqual(await run(undefined), { batchItemFailures: [] })
  const { sequence, key, arrivedAt, data } = seen[1] ?? { data: [] }
  assert.deepEqual([sequence, key, arrivedAt, Buffer.from(data).toString()], ['2', 'k', 5_250, '{}'])
`,
)

const connection = testCase(
  'integration',
  ['entries', 'room'],
  [code`events of a WebSocket API`, code`they are handled`, code`each has its kind, and the status of the handler`],
  code`
  const seen: unknown[] = []
  const entries = entriesOf(
    {
      ...handler,
      connection: async ({ type, connection, headers, query, body }) => {
        seen.push([type, connection, headers.get('authorization'), query.get('room'), body])
        return type === 'open' ? 401 : 200
      },
    },
    world().deps,
  )
  const event = (eventType: string, over: object = {}) => ({ requestContext: { eventType, connectionId: 'c' }, ...over }) as never
  assert.deepEqual(await entries.connection(event('CONNECT', { headers: { Authorization: 'Bearer x' }, queryStringParameters: { room: 'lobby' } })), { statusCode: 401 })
  assert.deepEqual(await entries.connection(event('MESSAGE', { body: '{}' })), { statusCode: 200 })
  await entries.connection(event('DISCONNECT'))
  assert.deepEqual(seen, [['open', 'c', 'Bearer x', 'lobby', ''], ['message', 'c', null, null, '{}'], ['close', 'c', null, null, '']])
`,
)

/** What Lambda starts, with fakes for what it reaches. */
export const AWS_CASES: Readonly<Record<Trigger, Case>> = { http, queue, file, schedule, stream, connection }

export const AWS_IMPORT: Code = code`import { entriesOf } from '../src/aws/events.ts'`
