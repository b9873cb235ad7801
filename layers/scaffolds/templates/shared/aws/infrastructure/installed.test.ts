// #if functions
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, mock, test } from 'node:test'
import { ApiGatewayManagementApiClient, GoneException } from '@aws-sdk/client-apigatewaymanagementapi'
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { bedrockModel } from '../src/aws/bedrock-model.ts'
import { dynamoClient } from '../src/aws/dynamo-client.ts'
import { DynamoRecords } from '../src/aws/dynamo-records.ts'
import { gatewayConnections } from '../src/aws/gateway-connections.ts'
import { s3Objects } from '../src/aws/s3-objects.ts'
import { secretsManager } from '../src/aws/secrets-manager.ts'
import { sqsQueue } from '../src/aws/sqs-queue.ts'

/** "npm run synth" runs these tests against the synthesized template. */
const { Resources } = JSON.parse(
  readFileSync(new URL('../cdk.out/$worker.template.json', import.meta.url), 'utf8'),
) as {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties: unknown }>>
}
const resourcesOf = <T>(type: string): T[] =>
  Object.values(Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties as T] : []))

interface Policy {
  readonly PolicyDocument: {
    readonly Statement: readonly {
      readonly Effect: string
      readonly Action: string | readonly string[]
      readonly Resource: unknown
    }[]
  }
}
interface Alarm {
  readonly MetricName: string
  readonly ComparisonOperator: string
  readonly Threshold: number
  readonly TreatMissingData: string
  readonly AlarmActions?: readonly unknown[]
}
interface Role {
  readonly ManagedPolicyArns?: unknown
  readonly Policies?: unknown
}

test('functions only have these permissions, on named resources', () => {
  const statements = resourcesOf<Policy>('AWS::IAM::Policy').flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  assert.deepEqual([...new Set(statements.flatMap(({ Action }) => Action))].sort(), [
    // #each verb
    $verb,
    // #endeach
  ])
  for (const { Effect, Resource } of statements) {
    assert.equal(Effect, 'Allow')
    assert.ok(![Resource].flat().includes('*'), JSON.stringify(Resource))
  }
  for (const { ManagedPolicyArns, Policies } of resourcesOf<Role>('AWS::IAM::Role'))
    assert.deepEqual([ManagedPolicyArns, Policies], [undefined, undefined])
})

test('errors and silence raise alarms', () => {
  const alarms = resourcesOf<Alarm>('AWS::CloudWatch::Alarm')
  const described = alarms.map(({ MetricName, ComparisonOperator, Threshold, TreatMissingData }) =>
    [MetricName.replace(/^.*Faults$/, 'Faults'), ComparisonOperator, Threshold, TreatMissingData].join(' '),
  )
  assert.deepEqual(described.sort(), [
    // #each alarm
    $alarm,
    // #endeach
  ])
  for (const { AlarmActions = [] } of alarms) assert.equal(AlarmActions.length, 1)
  const filters = resourcesOf<{ readonly FilterPattern: string }>('AWS::Logs::MetricFilter')
  assert.deepEqual(
    filters.map(({ FilterPattern }) => FilterPattern),
    Array($functionCount).fill('{ ($.status >= 500) || ($.outcome = "failed") }'),
  )
})

// #if bounded
test('each trigger has limits', () => {
  // #if http || connection
  const stages = resourcesOf<{ readonly DefaultRouteSettings: object }>('AWS::ApiGatewayV2::Stage')
  for (const { DefaultRouteSettings } of stages) assert.deepEqual(DefaultRouteSettings, $throttle)
  // #endif
  // #if queue || file || stream
  const sources = resourcesOf<{ readonly FunctionResponseTypes: unknown }>('AWS::Lambda::EventSourceMapping')
  for (const { FunctionResponseTypes } of sources) assert.deepEqual(FunctionResponseTypes, ['ReportBatchItemFailures'])
  // #endif
  // #if sends || queue || file
  const queues = resourcesOf<{ readonly RedrivePolicy?: { readonly maxReceiveCount: number } }>('AWS::SQS::Queue')
  assert.deepEqual(
    queues.flatMap(({ RedrivePolicy }) => RedrivePolicy?.maxReceiveCount ?? []),
    [5],
  )
  // #endif
  // #if schedule
  const rules = resourcesOf<{
    readonly State: string
    readonly ScheduleExpression?: string
    readonly Targets: unknown[]
  }>('AWS::Events::Rule')
  const clocks = rules.filter(({ ScheduleExpression }) => ScheduleExpression !== undefined)
  assert.deepEqual(
    clocks.map(({ State, Targets }) => [State, Targets.length]),
    [['ENABLED', 1]],
  )
  // #endif
})
// #endif

// #if clients
interface SentCommand {
  readonly input: Readonly<Record<string, unknown>>
}

/** Records what an SDK client would send. Nothing is sent. */
const recordSends = (client: { readonly prototype: object }, answer: () => unknown): SentCommand[] => {
  const sent: SentCommand[] = []
  const send = async (command: SentCommand) => {
    sent.push(command)
    return answer()
  }
  mock.method(client.prototype as { send: typeof send }, 'send', send)
  return sent
}
afterEach(() => mock.restoreAll())
// #endif

// #if records
test('a write with a failed condition returns false, and any other error is thrown', async () => {
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
  const sent = recordSends(DynamoDBDocumentClient, () => answers.shift()?.())
  const table = new DynamoRecords(dynamoClient(), 'table', () => 0)
  assert.deepEqual([await table.insert('p', 'a', 1), await table.replace('p', 'a', 2, 1)], [true, false])
  await assert.rejects(table.remove('p', 'a', 1), /throttled/)
  assert.deepEqual(await table.list('p', { limit: 5 }), [])
  assert.deepEqual(
    sent.map((command) => [command.constructor.name, command.input.TableName]),
    [
      ['PutCommand', 'table'],
      ['PutCommand', 'table'],
      ['DeleteCommand', 'table'],
      ['QueryCommand', 'table'],
    ],
  )
})
// #endif

// #if sends
test('a message is sent as JSON with its delay in seconds, at most 15 minutes', async () => {
  const sent = recordSends(SQSClient, () => ({}))
  await sqsQueue('https://queue.test').send({ n: 1 })
  await sqsQueue('https://queue.test').send({ n: 2 }, 1_500)
  await sqsQueue('https://queue.test').send({ n: 3 }, 3_600_000)
  assert.deepEqual(
    sent.map(({ input }) => [input.QueueUrl, input.MessageBody, input.DelaySeconds]),
    [
      ['https://queue.test', '{"n":1}', 0],
      ['https://queue.test', '{"n":2}', 2],
      ['https://queue.test', '{"n":3}', 900],
    ],
  )
})
// #endif

// #if objects
test('an absent file is undefined, a file that is too large is refused unread, and a missing permission is an error', async () => {
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
  const sent = recordSends(S3Client, () => answers.shift()?.())
  assert.deepEqual(await files.get('a', 2), new Uint8Array([1, 2]))
  await assert.rejects(files.get('a', 2), { name: 'TooLarge' })
  assert.equal(await files.get('a', 2), undefined)
  await assert.rejects(files.get('a', 2), { name: 'AccessDenied' })
  await files.put('b', new Uint8Array([3]), 'text/csv')
  const { Bucket, Key, ContentType } = sent.at(-1)?.input ?? {}
  assert.deepEqual([Bucket, Key, ContentType], ['bucket', 'b', 'text/csv'])
})
// #endif

// #if model
test('instructions are passed separately from user text, and the text parts of a response are joined', async () => {
  const sent = recordSends(BedrockRuntimeClient, () => ({
    output: { message: { content: [{ text: 'a' }, {}, { text: 'b' }] } },
  }))
  assert.equal(await bedrockModel('m').complete({ system: 's', user: 'u', maxTokens: 5 }), 'ab')
  const { modelId, system, messages } = sent[0]?.input ?? {}
  assert.deepEqual([modelId, system, messages], ['m', [{ text: 's' }], [{ role: 'user', content: [{ text: 'u' }] }]])
})
// #endif

// #if connections
test('a closed connection is distinguished from a failing one', async () => {
  const answers: (() => unknown)[] = [
    () => ({}),
    () => {
      throw new GoneException({ message: 'gone', $metadata: {} })
    },
    () => {
      throw new Error('limit')
    },
  ]
  const sent = recordSends(ApiGatewayManagementApiClient, () => answers.shift()?.())
  const { send } = gatewayConnections('https://sockets.test')
  assert.deepEqual([await send('c', { n: 1 }), await send('c', {})], [true, false])
  await assert.rejects(send('c', {}), /limit/)
  assert.deepEqual([sent[0]?.input.ConnectionId, sent[0]?.input.Data], ['c', '{"n":1}'])
})
// #endif

// #if secrets
test('secrets are cached for five minutes, and a missing one is an error', async () => {
  const sent = recordSends(SecretsManagerClient, () => ({ SecretString: '{"A":"a","EMPTY":""}' }))
  let now = 0
  const secret = secretsManager('id', () => now)
  assert.deepEqual([await secret('A'), await secret('A')], ['a', 'a'])
  assert.equal(sent.length, 1)
  for (const name of ['B', 'EMPTY']) await assert.rejects(secret(name), /has no/)
  now = 300_001
  await secret('A')
  assert.equal(sent.length, 2)
})
// #endif
// #endif
