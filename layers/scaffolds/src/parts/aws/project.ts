import { type Code, code, literal } from '../../code.ts'
import {
  batchSizeOf,
  type Context,
  type Design,
  type FunctionSpec,
  hasTrigger,
  type Port,
  portsOf,
  type Rendered,
  readsSecrets,
} from '../../design.ts'
import type { Item } from '../../templates/directives.ts'
import { templates } from '../../templates/templates.ts'
import { designFlags, listOf } from '../flags.ts'
import { tableVerbsOf } from './rights.ts'
import { awsSchedule } from './schedule.ts'

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
  http: [],
  schedule: [],
  connection: [],
  queue: CONSUMES,
  file: CONSUMES,
  stream: [
    ...['kinesis:DescribeStream', 'kinesis:DescribeStreamConsumer', 'kinesis:DescribeStreamSummary'],
    ...['kinesis:GetRecords', 'kinesis:GetShardIterator'],
    ...['kinesis:ListShards', 'kinesis:ListStreams', 'kinesis:SubscribeToShard'],
    // Rights on the dead-letter queue of a stream. CDK grants all three.
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

export const MEMORY_MB = 512

const silentFor = ({ everyMinutes = 60 }: Design, { trigger }: FunctionSpec): string =>
  trigger === 'schedule' ? `Duration.minutes(${Math.max(60, everyMinutes * 2)})` : 'Duration.days(1)'

const functionItem = (design: Design, spec: FunctionSpec): Item => {
  const { trigger, uses, timeoutSeconds, folders = { reads: [], writes: [] } } = spec
  return {
    flags: {
      usesRecords: uses.includes('records'),
      usesQueue: uses.includes('queue'),
      usesObjects: uses.includes('objects'),
      usesModel: uses.includes('model'),
      usesConnections: uses.includes('connections') || trigger === 'connection',
      usesSecrets: design.secrets.length > 0 && readsSecrets(spec),
    },
    values: {
      trigger,
      construct: trigger.charAt(0).toUpperCase() + trigger.slice(1),
      timeoutSeconds,
      silentFor: silentFor(design, spec),
      tableVerbs: tableVerbsOf(design, trigger)
        .map((verb) => literal(verb))
        .join(', '),
      readFolders: listOf(folders.reads),
      writeFolders: listOf(folders.writes),
    },
  }
}

const settingItem = ({ name, means, value }: Design['settings'][number]): Item => ({
  values: { name, means, value: literal(value ?? '') },
})

const authorization = ({ isOpen }: Design): Code =>
  isOpen
    ? code`The intention says that any client may call: see docs/threat-model.md`
    : code`src/verification/authenticate.ts verifies callers on each platform, and is tested`

const throttle = (design: Design): Code =>
  hasTrigger(design, 'http')
    ? code`{ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 }`
    : code`{ ThrottlingBurstLimit: 200, ThrottlingRateLimit: 100 }`

export const quoted = (name: string, texts: readonly string[]): readonly Item[] =>
  texts.map((text) => ({ values: { [name]: literal(text) } }))

/** Renders the Lambda handlers and the AWS infrastructure, which cdk-nag checks on each synthesis. */
export const awsProject = (design: Design, context: Context): Rendered => {
  const flags = designFlags(design, context)
  const model = design.settings.find(({ name }) => name === 'MODEL_ID')
  return templates('shared/aws', {
    flags: {
      ...flags,
      bounded: design.functions.length > 0 && flags.functions === true,
    },
    values: {
      worker: context.worker,
      memoryMb: MEMORY_MB,
      batchSize: batchSizeOf(design),
      authorization: authorization(design),
      schedule: awsSchedule(design),
      staticSite: code`staticSite`,
      modelId: model?.value ?? code``,
      modelMeans: model?.means ?? code``,
      secretNames: listOf(design.secrets.map(({ name }) => name)),
      functionCount: design.functions.length,
      throttle: throttle(design),
    },
    lists: {
      function: design.functions.map((spec) => functionItem(design, spec)),
      otherSetting: design.settings.filter((setting) => setting !== model).map(settingItem),
      verb: quoted('verb', verbsOf(design)),
      alarm: quoted('alarm', alarmsOf(design)),
    },
  })
}
