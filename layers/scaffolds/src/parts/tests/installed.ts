import { type Code, code, joined, literal } from '../../code.ts'
import {
  type Context,
  type Design,
  type FunctionSpec,
  hasTrigger,
  type Port,
  portsOf,
  readsSecrets,
  type SourceFile,
} from '../../design.ts'
import { tableVerbsOf } from '../aws/rights.ts'
import { sdkTests } from './adapters.ts'

const PORT_VERBS: Readonly<Record<Exclude<Port, 'records'>, readonly string[]>> = {
  queue: ['sqs:SendMessage'],
  objects: ['s3:GetObject', 's3:ListBucket', 's3:PutObject'],
  model: ['bedrock:InvokeModel'],
  connections: ['execute-api:ManageConnections'],
  upstream: [],
}

const CONSUMES = [
  ...['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
  'sqs:ReceiveMessage',
]

const TRIGGER_VERBS: Readonly<Record<FunctionSpec['trigger'], readonly string[]>> = {
  ...{ http: [], schedule: [], connection: [], queue: CONSUMES, file: CONSUMES },
  stream: [
    ...['kinesis:DescribeStream', 'kinesis:DescribeStreamConsumer', 'kinesis:DescribeStreamSummary'],
    ...['kinesis:GetRecords', 'kinesis:GetShardIterator'],
    ...['kinesis:ListShards', 'kinesis:ListStreams', 'kinesis:SubscribeToShard'],
    // The dead-letter queue of a stream: CDK grants all three.
    ...['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'],
  ],
}

const verbsOf = (design: Design): string[] => {
  const all = design.functions.flatMap((spec) => [
    ...['logs:CreateLogStream', 'logs:PutLogEvents'],
    ...spec.uses.flatMap((port) => (port === 'records' ? tableVerbsOf(design, spec.trigger) : PORT_VERBS[port])),
    ...TRIGGER_VERBS[spec.trigger],
    ...(design.secrets.length > 0 && readsSecrets(spec) ? ['secretsmanager:GetSecretValue'] : []),
  ])
  return [...new Set(all)].sort()
}

const ATLEAST = 'GreaterThanOrEqualToThreshold'

const alarmsOf = (design: Design): string[] => {
  const has = (...triggers: FunctionSpec['trigger'][]) => triggers.some((trigger) => hasTrigger(design, trigger))
  const hasQueue = portsOf(design).has('queue') || has('queue', 'file')
  return [
    ...design.functions.flatMap(() => [
      `Errors ${ATLEAST} 1 notBreaching`,
      `Faults ${ATLEAST} 1 notBreaching`,
      'Invocations LessThanThreshold 1 breaching',
    ]),
    ...(has('http') ? [`5xx ${ATLEAST} 1 notBreaching`] : []),
    ...(hasQueue ? [`ApproximateNumberOfMessagesVisible ${ATLEAST} 1 notBreaching`] : []),
    ...(has('stream') ? [`ApproximateNumberOfMessagesVisible ${ATLEAST} 1 notBreaching`] : []),
  ].sort()
}

const lines = (texts: readonly string[]): Code => joined(texts.map((text) => code`    ${literal(text)},`))

const HEAD = code`
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
$node_test
$imports

/** Run by "npm run synth", over what it has synthesized: the template, not the words of its source; and what needs the SDK. */
const { Resources } = JSON.parse(readFileSync(new URL('../cdk.out/$worker.template.json', import.meta.url), 'utf8')) as {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties: unknown }>>
}
const all = <T>(type: string): T[] => Object.values(Resources).flatMap(({ Type, Properties }) => (Type === type ? [Properties as T] : []))

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly { readonly Effect: string; readonly Action: string | readonly string[]; readonly Resource: unknown }[] }
}
interface Alarm {
  readonly MetricName: string
  readonly ComparisonOperator: string
  readonly Threshold: number
  readonly TreatMissingData: string
  readonly AlarmActions?: readonly unknown[]
}
`

const rights = (design: Design): Code => code`
test('functions have these rights, on resources by name', () => {
  const statements = all<Policy>('AWS::IAM::Policy').flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  assert.deepEqual([...new Set(statements.flatMap(({ Action }) => Action))].sort(), [
${lines(verbsOf(design))}
  ])
  for (const { Effect, Resource } of statements) {
    assert.equal(Effect, 'Allow')
    assert.ok(![Resource].flat().includes('*'), JSON.stringify(Resource))
  }
  for (const role of all<{ readonly ManagedPolicyArns?: unknown; readonly Policies?: unknown }>('AWS::IAM::Role'))
    assert.deepEqual([role.ManagedPolicyArns, role.Policies], [undefined, undefined])
})
`

const alarms = (design: Design): Code => code`
test('faults and silence are told to somebody', () => {
  const told = all<Alarm>('AWS::CloudWatch::Alarm')
  assert.deepEqual(told.map((each) => [each.MetricName.replace(/^.*Faults$/, 'Faults'), each.ComparisonOperator, each.Threshold, each.TreatMissingData].join(' ')).sort(), [
${lines(alarmsOf(design))}
  ])
  for (const { AlarmActions = [] } of told) assert.equal(AlarmActions.length, 1)
  const filters = all<{ readonly FilterPattern: string }>('AWS::Logs::MetricFilter').map(({ FilterPattern }) => FilterPattern)
  assert.deepEqual(filters, Array(${design.functions.length}).fill('{ ($.status >= 500) || ($.outcome = "failed") }'))
})
`

const bounds = (design: Design): Code => {
  const has = (trigger: FunctionSpec['trigger']) => hasTrigger(design, trigger)
  const isStaged = has('http') || has('connection')
  const hasQueue = portsOf(design).has('queue') || has('queue') || has('file')
  const checks = [
    isStaged
      ? code`  for (const { DefaultRouteSettings } of all<{ readonly DefaultRouteSettings: object }>('AWS::ApiGatewayV2::Stage'))
    assert.deepEqual(DefaultRouteSettings, ${has('http') ? code`{ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 }` : code`{ ThrottlingBurstLimit: 200, ThrottlingRateLimit: 100 }`})`
      : undefined,
    has('queue') || has('file') || has('stream')
      ? code`  for (const { FunctionResponseTypes } of all<{ readonly FunctionResponseTypes: unknown }>('AWS::Lambda::EventSourceMapping'))
    assert.deepEqual(FunctionResponseTypes, ['ReportBatchItemFailures'])`
      : undefined,
    hasQueue
      ? code`  const redriven = all<{ readonly RedrivePolicy?: { readonly maxReceiveCount: number } }>('AWS::SQS::Queue').flatMap(({ RedrivePolicy }) => RedrivePolicy?.maxReceiveCount ?? [])
  assert.deepEqual(redriven, [5])`
      : undefined,
    has('schedule')
      ? code`  const clocks = all<{ readonly State: string; readonly ScheduleExpression?: string; readonly Targets: readonly unknown[] }>('AWS::Events::Rule').filter(({ ScheduleExpression }) => ScheduleExpression !== undefined)
  assert.deepEqual(clocks.map(({ State, Targets }) => [State, Targets.length]), [['ENABLED', 1]])`
      : undefined,
  ].filter((check) => check !== undefined)
  return checks.length === 0
    ? code``
    : code`
test('what starts a function is bounded', () => {
${joined(checks)}
})
`
}

/** `infrastructure/installed.test.ts`, of projects with functions on AWS: what cannot be tested before an install. */
export const installedTest = (design: Design, { worker }: Context): SourceFile => {
  const { imports, tests } = sdkTests(design)
  const runner =
    imports === '' ? `import { test } from 'node:test'` : `import { afterEach, mock, test } from 'node:test'`
  const head = HEAD.replace('$worker', worker)
    .replace('$node_test', runner)
    .replace(imports === '' ? '$imports\n' : '$imports', imports) as Code
  return {
    path: 'infrastructure/installed.test.ts',
    content: joined([head, rights(design), alarms(design), bounds(design), tests], '\n\n'),
  }
}
