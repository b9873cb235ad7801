import { type Code, code, literal } from '../../code.ts'
import {
  batchSizeOf,
  type Context,
  type Design,
  type FunctionSpec,
  hasTrigger,
  type Port,
  portsOf,
  type RenderedFiles,
  readsSecrets,
} from '../../design.ts'
import type { Item } from '../../templates/directives.ts'
import { templates } from '../../templates/templates.ts'
import { designFlags, listOf } from '../flags.ts'
import { tableActionsOf } from './rights.ts'
import { awsSchedule } from './schedule.ts'

const PORT_ACTIONS: Readonly<Record<Exclude<Port, 'records'>, readonly string[]>> = {
  queue: ['sqs:SendMessage'],
  objects: ['s3:GetObject', 's3:ListBucket', 's3:PutObject'],
  model: ['bedrock:InvokeModel'],
  connections: ['execute-api:ManageConnections'],
  upstream: [],
}

const QUEUE_CONSUMER_ACTIONS = [
  ...['sqs:ChangeMessageVisibility', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl'],
  'sqs:ReceiveMessage',
]

const TRIGGER_ACTIONS: Readonly<Record<FunctionSpec['trigger'], readonly string[]>> = {
  http: [],
  schedule: [],
  connection: [],
  queue: QUEUE_CONSUMER_ACTIONS,
  file: QUEUE_CONSUMER_ACTIONS,
  stream: [
    ...['kinesis:DescribeStream', 'kinesis:DescribeStreamConsumer', 'kinesis:DescribeStreamSummary'],
    ...['kinesis:GetRecords', 'kinesis:GetShardIterator'],
    ...['kinesis:ListShards', 'kinesis:ListStreams', 'kinesis:SubscribeToShard'],
    // CDK grants these three rights on the dead-letter queue of a stream.
    ...['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'],
  ],
}

const actionsOf = (design: Design): string[] => {
  const actions = design.functions.flatMap((spec) => [
    ...['logs:CreateLogStream', 'logs:PutLogEvents'],
    ...spec.uses.flatMap((port) => (port === 'records' ? tableActionsOf(design, spec.trigger) : PORT_ACTIONS[port])),
    ...TRIGGER_ACTIONS[spec.trigger],
    ...(design.secrets.length > 0 && readsSecrets(spec) ? ['secretsmanager:GetSecretValue'] : []),
  ])
  return [...new Set(actions)].sort()
}

const AT_LEAST = 'GreaterThanOrEqualToThreshold'

/** Returns the alarms that the test of the stack expects: metric, comparison, threshold, treatment of missing data. */
const alarmsOf = (design: Design): string[] => {
  const has = (...triggers: FunctionSpec['trigger'][]) => triggers.some((trigger) => hasTrigger(design, trigger))
  const hasQueue = portsOf(design).has('queue') || has('queue', 'file')
  return [
    ...design.functions.flatMap(() => [
      `Errors ${AT_LEAST} 1 notBreaching`,
      `Faults ${AT_LEAST} 1 notBreaching`,
      'Invocations LessThanThreshold 1 breaching',
    ]),
    ...(has('http') ? [`5xx ${AT_LEAST} 1 notBreaching`] : []),
    ...(hasQueue ? [`ApproximateNumberOfMessagesVisible ${AT_LEAST} 1 notBreaching`] : []),
    ...(has('stream') ? [`ApproximateNumberOfMessagesVisible ${AT_LEAST} 1 notBreaching`] : []),
  ].sort()
}

export const MEMORY_MB = 512

const silenceThreshold = ({ everyMinutes = 60 }: Design, { trigger }: FunctionSpec): string =>
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
      silentFor: silenceThreshold(design, spec),
      tableVerbs: tableActionsOf(design, trigger)
        .map((action) => literal(action))
        .join(', '),
      readFolders: listOf(folders.reads),
      writeFolders: listOf(folders.writes),
    },
  }
}

const settingItem = ({ name, description, value }: Design['settings'][number]): Item => ({
  values: { name, means: description, value: literal(value ?? '') },
})

const authorization = ({ isOpen }: Design): Code =>
  isOpen
    ? code`The intention says that any client may call: see docs/threat-model.md`
    : code`src/verification/authenticate.ts verifies callers on each platform, and is tested`

const throttle = (design: Design): Code =>
  hasTrigger(design, 'http')
    ? code`{ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 }`
    : code`{ ThrottlingBurstLimit: 200, ThrottlingRateLimit: 100 }`

export const literalItems = (name: string, texts: readonly string[]): readonly Item[] =>
  texts.map((text) => ({ values: { [name]: literal(text) } }))

/** Renders the Lambda handlers and the AWS infrastructure, which cdk-nag checks on each synthesis. */
export const awsProject = (design: Design, context: Context): RenderedFiles => {
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
      // The template calls it with a different signature than in stacks with an API.
      staticSite: code`staticSite`,
      modelId: model?.value ?? code``,
      modelMeans: model?.description ?? code``,
      secretNames: listOf(design.secrets.map(({ name }) => name)),
      functionCount: design.functions.length,
      throttle: throttle(design),
    },
    lists: {
      function: design.functions.map((spec) => functionItem(design, spec)),
      otherSetting: design.settings.filter((setting) => setting !== model).map(settingItem),
      verb: literalItems('verb', actionsOf(design)),
      alarm: literalItems('alarm', alarmsOf(design)),
    },
  })
}
