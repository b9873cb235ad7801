import { type Design, type FunctionSpec, hasTrigger, type Port, portsOf, readsSecrets } from '../../design.ts'
import { tableVerbsOf } from './rights.ts'

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
    // The dead-letter queue of a stream: CDK grants all three.
    ...['sqs:GetQueueAttributes', 'sqs:GetQueueUrl', 'sqs:SendMessage'],
  ],
}

export const verbsOf = (design: Design): string[] => {
  const all = design.functions.flatMap((spec) => [
    ...['logs:CreateLogStream', 'logs:PutLogEvents'],
    ...spec.uses.flatMap((port) => (port === 'records' ? tableVerbsOf(design, spec.trigger) : PORT_VERBS[port])),
    ...TRIGGER_VERBS[spec.trigger],
    ...(design.secrets.length > 0 && readsSecrets(spec) ? ['secretsmanager:GetSecretValue'] : []),
  ])
  return [...new Set(all)].sort()
}

const ATLEAST = 'GreaterThanOrEqualToThreshold'

export const alarmsOf = (design: Design): string[] => {
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
