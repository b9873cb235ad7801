import { type Code, code, joined } from '../../code.ts'
import { type Design, hasTrigger, type Port, portsOf, type SourceFile, type Trigger } from '../../design.ts'
import { reaches } from '../ports/part.ts'
import {
  bedrockModel,
  dynamoRecords,
  dynamoRequests,
  gatewayConnections,
  httpEvent,
  s3Objects,
  secretsManager,
  sqsQueue,
} from './adapters.ts'

interface Adapter {
  readonly path: string
  readonly content: Code
  readonly import: Code
  /** Made when first used: a function has the variables of its own ports alone. */
  readonly make: Code
}

const ADAPTERS: Readonly<Partial<Record<Port, Adapter>>> = {
  records: {
    ...{ path: 'dynamo-records', content: dynamoRecords, import: code`DynamoRecords` },
    make: code`new DynamoRecords(variable('TABLE_NAME'), Date.now)`,
  },
  queue: {
    ...{ path: 'sqs-queue', content: sqsQueue, import: code`sqsQueue` },
    make: code`sqsQueue(variable('QUEUE_URL'))`,
  },
  objects: {
    ...{ path: 's3-objects', content: s3Objects, import: code`s3Objects` },
    make: code`s3Objects(variable('BUCKET_NAME'))`,
  },
  model: {
    ...{ path: 'bedrock-model', content: bedrockModel, import: code`bedrockModel` },
    make: code`bedrockModel(variable('MODEL_ID'))`,
  },
  connections: {
    ...{ path: 'gateway-connections', content: gatewayConnections, import: code`gatewayConnections` },
    make: code`gatewayConnections(variable('CONNECTIONS_URL'))`,
  },
}

const HANDLERS: Readonly<Record<Trigger, Code>> = {
  http: code`
export const http = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
  resultOf(await handler.http(requestOf(event), deps))
`,
  queue: code`
export const queue = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const messages = Records.map(({ messageId, body, attributes }) => ({
    id: messageId,
    body: JSON.parse(body) as unknown,
    attempt: Number(attributes.ApproximateReceiveCount),
  }))
  const failed = await settle(messages, handler.queue, deps)
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
}
`,
  file: code`
export const file = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const messages = Records.map(({ messageId, body, attributes }) => {
    const { detail } = JSON.parse(body) as EventBridgeEvent<string, { object: { key: string; size: number; etag: string } }>
    const { key, size, etag } = detail.object
    return { id: messageId, body: { key, size, etag }, attempt: Number(attributes.ApproximateReceiveCount) }
  })
  const failed = await settle(messages, handler.file, deps)
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }
}
`,
  schedule: code`
export const schedule = (): Promise<void> => handler.schedule(deps)
`,
  stream: code`
export const stream = async ({ Records }: KinesisStreamEvent): Promise<KinesisStreamBatchResponse> => {
  const entries = Records.map(({ kinesis }) => ({
    sequence: kinesis.sequenceNumber,
    key: kinesis.partitionKey,
    arrivedAt: Math.floor(kinesis.approximateArrivalTimestamp * 1_000),
    data: Buffer.from(kinesis.data, 'base64'),
  }))
  const failedFrom = await handler.stream(entries, deps)
  return { batchItemFailures: failedFrom === undefined ? [] : [{ itemIdentifier: failedFrom }] }
}
`,
  connection: code`
const TYPES = { CONNECT: 'open', MESSAGE: 'message', DISCONNECT: 'close' } as const

export const connection = async (
  event: APIGatewayProxyWebsocketEventV2 & {
    readonly headers?: Record<string, string>
    readonly queryStringParameters?: Record<string, string>
  },
): Promise<{ statusCode: number }> => {
  const status = await handler.connection(
    {
      type: TYPES[event.requestContext.eventType],
      connection: event.requestContext.connectionId,
      headers: new Headers(event.headers ?? {}),
      query: new URLSearchParams(event.queryStringParameters ?? {}),
      body: event.body ?? '',
    },
    deps,
  )
  return { statusCode: status }
}
`,
}

const EVENT_TYPES: Readonly<Record<Trigger, readonly Code[]>> = {
  http: [code`APIGatewayProxyEventV2`, code`APIGatewayProxyStructuredResultV2`],
  queue: [code`SQSBatchResponse`, code`SQSEvent`],
  file: [code`EventBridgeEvent`, code`SQSBatchResponse`, code`SQSEvent`],
  schedule: [],
  stream: [code`KinesisStreamBatchResponse`, code`KinesisStreamEvent`],
  connection: [code`APIGatewayProxyWebsocketEventV2`],
}

const adaptersOf = (design: Design): readonly (readonly [Port, Adapter])[] =>
  [...portsOf(design)].flatMap((port) => {
    const adapter = ADAPTERS[port]
    return adapter === undefined ? [] : [[port, adapter] as const]
  })

const usesSettle = (design: Design): boolean => hasTrigger(design, 'queue') || hasTrigger(design, 'file')

const imports = (design: Design): Code => {
  const types = [...new Set(design.functions.flatMap(({ trigger }) => EVENT_TYPES[trigger]))].sort()
  return joined([
    code`import { randomUUID } from 'node:crypto'`,
    types.length === 0 ? undefined : code`import type { ${joined(types, ', ')} } from 'aws-lambda'`,
    code`import * as handler from '../handler.ts'`,
    code`import type { Deps } from '../ports.ts'`,
    usesSettle(design) ? code`import { settle } from '../queue/settle.ts'` : undefined,
    ...adaptersOf(design).map(([, { import: name, path }]) => code`import { ${name} } from './${path as Code}.ts'`),
    hasTrigger(design, 'http') ? code`import { requestOf, resultOf } from './http-event.ts'` : undefined,
    design.secrets.length > 0 ? code`import { secretsManager } from './secrets-manager.ts'` : undefined,
  ])
}

const VARIABLE = code`
const variable = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error('The environment has no ' + name)
  return value
}
`

const KEPT = code`
const made = new Map<string, unknown>()
/** Clients are made when first used, and live as long as the function. */
const kept = <T>(name: string, make: () => T): T => {
  if (!made.has(name)) made.set(name, make())
  return made.get(name) as T
}
`

const depsOf = (design: Design): Code => {
  const getters = adaptersOf(design).map(
    ([port, { make }]) => code`  get ${port as Code}() {
    return kept('${port as Code}', () => ${make})
  },`,
  )
  return joined(
    [
      VARIABLE,
      getters.length > 0 || design.secrets.length > 0 ? KEPT : undefined,
      code`
const deps: Deps = {
  now: Date.now,
${joined([
  code`  newId: randomUUID,`,
  reaches(design, 'random') ? code`  random: Math.random,` : undefined,
  reaches(design, 'sleep') ? code`  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),` : undefined,
])}
  log: (entry) => console.log(JSON.stringify(entry)),
  fetch: (url, init) => fetch(url, init),
  secret: ${design.secrets.length > 0 ? code`(name) => kept('secrets', () => secretsManager(variable('SECRET_ID'), Date.now))(name)` : code`(name) => Promise.reject(new Error('This service has no secret ' + name))`},
  setting: variable,
${joined(getters)}
}
`,
    ],
    '\n\n',
  )
}

/** What runs on Lambda: one bundle, a handler a function. */
export const awsFiles = (design: Design): SourceFile[] => [
  {
    path: 'src/aws/main.ts',
    content: code`
${imports(design)}

${depsOf(design)}

${joined(
  design.functions.map(({ trigger }) => HANDLERS[trigger]),
  '\n\n',
)}
`,
  },
  ...adaptersOf(design).map(([, { path, content }]) => ({ path: `src/aws/${path}.ts`, content })),
  ...(portsOf(design).has('records') ? [{ path: 'src/aws/dynamo-requests.ts', content: dynamoRequests }] : []),
  ...(hasTrigger(design, 'http') ? [{ path: 'src/aws/http-event.ts', content: httpEvent }] : []),
  ...(design.secrets.length > 0 ? [{ path: 'src/aws/secrets-manager.ts', content: secretsManager }] : []),
]
