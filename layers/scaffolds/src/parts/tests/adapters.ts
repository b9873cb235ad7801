import { type Code, code, joined } from '../../code.ts'
import { testCase } from '../../describe.ts'
import { type Case, type Design, type Port, portsOf } from '../../design.ts'

/** Tests of adapters of the SDK: they need it installed, and fakes for what it sends. */
interface SdkTest {
  readonly imports: readonly Code[]
  readonly test: Code
}

const SDK: Readonly<Partial<Record<Port | 'secrets', SdkTest>>> = {
  records: {
    imports: [
      code`import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'`,
      code`import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'`,
      code`import { dynamoClient } from '../src/aws/dynamo-client.ts'`,
      code`import { DynamoRecords } from '../src/aws/dynamo-records.ts'`,
    ],
    test: code`
test('a write whose condition does not hold is false, any other fault is thrown', async () => {
  const answers: (() => unknown)[] = [
    () => ({}),
    () => {
      throw new ConditionalCheckFailedException({ message: 'no', $metadata: {} })
    },
    () => {
      throw new Error('throttled')
    },
    () => ({ Items: [] }),
  ]
  const sent = sends(DynamoDBDocumentClient, () => answers.shift()?.())
  const table = new DynamoRecords(dynamoClient(), 'table', () => 0)
  assert.deepEqual([await table.insert('p', 'a', 1), await table.replace('p', 'a', 2, 1)], [true, false])
  await assert.rejects(table.remove('p', 'a', 1), /throttled/)
  assert.deepEqual(await table.list('p', { limit: 5 }), [])
  assert.deepEqual(sent.map(({ constructor, input }) => [constructor.name, input.TableName]), [
    ['PutCommand', 'table'],
    ['PutCommand', 'table'],
    ['DeleteCommand', 'table'],
    ['QueryCommand', 'table'],
  ])
})
`,
  },
  queue: {
    imports: [
      code`import { SQSClient } from '@aws-sdk/client-sqs'`,
      code`import { sqsQueue } from '../src/aws/sqs-queue.ts'`,
    ],
    test: code`
test('a message goes to the queue as JSON, with its delay in seconds of at most 15 minutes', async () => {
  const sent = sends(SQSClient, () => ({}))
  await sqsQueue('https://queue.test').send({ n: 1 })
  await sqsQueue('https://queue.test').send({ n: 2 }, 1_500)
  await sqsQueue('https://queue.test').send({ n: 3 }, 3_600_000)
  assert.deepEqual(sent.map(({ input }) => [input.QueueUrl, input.MessageBody, input.DelaySeconds]), [
    ['https://queue.test', '{"n":1}', 0],
    ['https://queue.test', '{"n":2}', 2],
    ['https://queue.test', '{"n":3}', 900],
  ])
})
`,
  },
  objects: {
    imports: [
      code`import { NoSuchKey, S3Client } from '@aws-sdk/client-s3'`,
      code`import { s3Objects } from '../src/aws/s3-objects.ts'`,
    ],
    test: code`
test('an absent file is undefined, one that is too large is refused unread, and a right that lacks is a fault', async () => {
  const files = s3Objects('bucket')
  const body = { transformToByteArray: async () => new Uint8Array([1, 2]) }
  const answers: (() => unknown)[] = [
    () => ({ Body: body, ContentLength: 2 }),
    () => ({ Body: { transformToByteArray: () => Promise.reject(new Error('read')) }, ContentLength: 3 }),
    () => {
      throw new NoSuchKey({ message: 'none', $metadata: {} })
    },
    () => {
      throw Object.assign(new Error('denied'), { name: 'AccessDenied' })
    },
    () => ({}),
  ]
  const sent = sends(S3Client, () => answers.shift()?.())
  assert.deepEqual(await files.get('a', 2), new Uint8Array([1, 2]))
  await assert.rejects(files.get('a', 2), { name: 'TooLarge' })
  assert.equal(await files.get('a', 2), undefined)
  await assert.rejects(files.get('a', 2), { name: 'AccessDenied' })
  await files.put('b', new Uint8Array([3]), 'text/csv')
  const { Bucket, Key, ContentType } = sent.at(-1)?.input ?? {}
  assert.deepEqual([Bucket, Key, ContentType], ['bucket', 'b', 'text/csv'])
})
`,
  },
  model: {
    imports: [
      code`import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'`,
      code`import { bedrockModel } from '../src/aws/bedrock-model.ts'`,
    ],
    test: code`
test('the model gets our words apart from those of people, and what it writes is joined', async () => {
  const sent = sends(BedrockRuntimeClient, () => ({ output: { message: { content: [{ text: 'a' }, {}, { text: 'b' }] } } }))
  assert.equal(await bedrockModel('m').complete({ system: 's', user: 'u', maxTokens: 5 }), 'ab')
  const { modelId, system, messages } = sent[0]?.input ?? {}
  assert.deepEqual([modelId, system, messages], ['m', [{ text: 's' }], [{ role: 'user', content: [{ text: 'u' }] }]])
})
`,
  },
  connections: {
    imports: [
      code`import { ApiGatewayManagementApiClient, GoneException } from '@aws-sdk/client-apigatewaymanagementapi'`,
      code`import { gatewayConnections } from '../src/aws/gateway-connections.ts'`,
    ],
    test: code`
test('a connection that is gone is told apart from one that fails', async () => {
  const answers: (() => unknown)[] = [
    () => ({}),
    () => {
      throw new GoneException({ message: 'gone', $metadata: {} })
    },
    () => {
      throw new Error('limit')
    },
  ]
  const sent = sends(ApiGatewayManagementApiClient, () => answers.shift()?.())
  const { send } = gatewayConnections('https://sockets.test')
  assert.deepEqual([await send('c', { n: 1 }), await send('c', {})], [true, false])
  await assert.rejects(send('c', {}), /limit/)
  assert.deepEqual([sent[0]?.input.ConnectionId, sent[0]?.input.Data], ['c', '{"n":1}'])
})
`,
  },
  secrets: {
    imports: [
      code`import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'`,
      code`import { secretsManager } from '../src/aws/secrets-manager.ts'`,
    ],
    test: code`
test('secrets are read once in five minutes, and one that lacks is a fault', async () => {
  const sent = sends(SecretsManagerClient, () => ({ SecretString: '{"A":"a","EMPTY":""}' }))
  let now = 0
  const secret = secretsManager('id', () => now)
  assert.deepEqual([await secret('A'), await secret('A')], ['a', 'a'])
  assert.equal(sent.length, 1)
  for (const name of ['B', 'EMPTY']) await assert.rejects(secret(name), /has no/)
  now = 300_001
  await secret('A')
  assert.equal(sent.length, 2)
})
`,
  },
}

const SENDS = code`
interface Sent {
  readonly input: Readonly<Record<string, unknown>>
}

/** What a client of the SDK is asked to send; nothing goes out. */
const sends = (client: { readonly prototype: object }, answer: () => unknown): Sent[] => {
  const sent: Sent[] = []
  const send = async (command: Sent) => {
    sent.push(command)
    return answer()
  }
  mock.method(client.prototype as { send: typeof send }, 'send', send)
  return sent
}
afterEach(() => mock.restoreAll())
`

const sdkTestsOf = (design: Design): SdkTest[] =>
  [...portsOf(design), ...(design.secrets.length > 0 ? (['secrets'] as const) : [])].flatMap((port) => SDK[port] ?? [])

/** Imports and tests of the adapters that a design has; none where it has none. */
export const sdkTests = (design: Design): { readonly imports: Code; readonly tests: Code } => {
  const all = sdkTestsOf(design)
  if (all.length === 0) return { imports: code``, tests: code`` }
  return {
    imports: joined(all.flatMap(({ imports }) => imports)),
    tests: joined([SENDS, ...all.map(({ test }) => test)], '\n\n'),
  }
}

const queue = testCase(
  'unit',
  ['entries'],
  [code`work for later on Cloudflare`, code`it is sent`, code`the queue gets it with its delay in seconds`],
  code`
  const sent: unknown[] = []
  const { cloudflareQueue } = await import('../src/cloudflare/cloudflare-queue.ts')
  const work = cloudflareQueue({ send: async (...given) => sent.push(given) })
  await work.send({ n: 1 })
  await work.send({ n: 2 }, 1_500)
  assert.deepEqual(sent, [[{ n: 1 }, { delaySeconds: 0 }], [{ n: 2 }, { delaySeconds: 2 }]])
`,
)

const objects = testCase(
  'unit',
  ['entries'],
  [
    code`files in R2`,
    code`they are read and written`,
    code`an absent one is undefined, and one that is too large is not read`,
  ],
  code`
  const { r2Objects } = await import('../src/cloudflare/r2-objects.ts')
  const put: unknown[] = []
  const sizes: Record<string, number> = { small: 2, large: 3 }
  const files = r2Objects({
    get: async (key) => {
      const size = sizes[key]
      return size === undefined ? null : { size, arrayBuffer: async () => (size > 2 ? assert.fail('it was read') : new Uint8Array([1, 2]).buffer) }
    },
    put: async (...given) => put.push(given),
  })
  assert.deepEqual(await files.get('small', 2), new Uint8Array([1, 2]))
  assert.equal(await files.get('absent', 2), undefined)
  await assert.rejects(files.get('large', 2), { name: 'TooLarge' })
  await files.put('a', new Uint8Array([3]), 'text/csv')
  assert.deepEqual(put, [['a', new Uint8Array([3]), { httpMetadata: { contentType: 'text/csv' } }]])
`,
)

const WORKER: Readonly<Partial<Record<Port, Case>>> = { queue, objects }

/** Tests of adapters of Cloudflare, which have no SDK. Records have their own: see stores.ts. */
export const workerAdapterCases = (design: Design): Case[] => [...portsOf(design)].flatMap((port) => WORKER[port] ?? [])
