import { type Code, code, joined } from '../../code.ts'
import { type Design, hasTrigger, type Port, portsOf, type SourceFile, type Trigger } from '../../design.ts'
import { reaches } from '../ports/part.ts'
import {
  bedrockModel,
  dynamoClient,
  dynamoRecords,
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
    make: code`new DynamoRecords(dynamoClient(), variable('TABLE_NAME'), Date.now)`,
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

/** Members of what `entriesOf` gives: an event of the platform becomes what the handler takes. */
const HANDLERS: Readonly<Record<Trigger, Code>> = {
  http: code`
  http: async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
    resultOf(await use.http(requestOf(event), deps)),
`,
  queue: code`
  queue: async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    // Bodies are parsed within: one that is no JSON fails alone.
    const handle = (message: Message) => use.queue({ ...message, body: parsed(message.body) }, deps)
    return failuresOf(await settle(messagesOf(Records), handle, deps))
  },
`,
  file: code`
  file: async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    // Notifications are read within: one that is none fails alone.
    const handle = (message: Message) => use.file({ ...message, body: arrived(message.body) }, deps)
    return failuresOf(await settle(messagesOf(Records), handle, deps))
  },
`,
  schedule: code`
  schedule: (): Promise<void> => use.schedule(deps),
`,
  stream: code`
  stream: async ({ Records }: KinesisStreamEvent): Promise<KinesisStreamBatchResponse> => {
    const entries = Records.map(({ kinesis }) => ({
      sequence: kinesis.sequenceNumber,
      key: kinesis.partitionKey,
      arrivedAt: Math.floor(kinesis.approximateArrivalTimestamp * 1_000),
      data: Buffer.from(kinesis.data, 'base64'),
    }))
    const failedFrom = await use.stream(entries, deps)
    return { batchItemFailures: failedFrom === undefined ? [] : [{ itemIdentifier: failedFrom }] }
  },
`,
  connection: code`
  connection: async (event: Connected): Promise<{ statusCode: number }> => {
    const status = await use.connection(
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
  },
`,
}

const BATCH = code`
const messagesOf = (records: SQSEvent['Records']): Message[] =>
  records.map(({ messageId, body, attributes }) => ({ id: messageId, body, attempt: Number(attributes.ApproximateReceiveCount) }))

const failuresOf = (ids: readonly string[]): SQSBatchResponse => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})

const parsed = (body: unknown): unknown => {
  try {
    return JSON.parse(String(body))
  } catch {
    throw new Unusable('The body is no JSON')
  }
}
`

const ARRIVED = code`
/** The file that a notification of S3 over EventBridge is about. */
const arrived = (body: unknown) => {
  const { detail } = (parsed(body) ?? {}) as { readonly detail?: { readonly object?: Readonly<Record<string, unknown>> } }
  const { key, size, etag } = detail?.object ?? {}
  if (typeof key !== 'string' || typeof size !== 'number' || typeof etag !== 'string')
    throw new Unusable('The message is no notification of a file')
  return { key, size, etag }
}
`

const CONNECTED = code`
const TYPES = { CONNECT: 'open', MESSAGE: 'message', DISCONNECT: 'close' } as const

type Connected = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Record<string, string>
  readonly queryStringParameters?: Record<string, string>
}
`

const EVENT_TYPES: Readonly<Record<Trigger, readonly Code[]>> = {
  http: [code`APIGatewayProxyEventV2`, code`APIGatewayProxyStructuredResultV2`],
  queue: [code`SQSBatchResponse`, code`SQSEvent`],
  file: [code`SQSBatchResponse`, code`SQSEvent`],
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

const eventImports = (design: Design): Code => {
  const types = [...new Set(design.functions.flatMap(({ trigger }) => EVENT_TYPES[trigger]))].sort()
  return joined([
    types.length === 0 ? undefined : code`import type { ${joined(types, ', ')} } from 'aws-lambda'`,
    code`import type * as handler from '../handler.ts'`,
    code`import type { Deps } from '../ports.ts'`,
    usesSettle(design) ? code`import { type Message, Unusable } from '../queue/queue.ts'` : undefined,
    usesSettle(design) ? code`import { settle } from '../queue/settle.ts'` : undefined,
  ])
}

/** The entries of the functions, over whatever handlers and ports they are given: tests give them fakes. */
const eventsSource = (design: Design): Code => code`
${eventImports(design)}

${joined(
  [
    hasTrigger(design, 'http') ? httpEvent : undefined,
    usesSettle(design) ? BATCH : undefined,
    hasTrigger(design, 'file') ? ARRIVED : undefined,
    hasTrigger(design, 'connection') ? CONNECTED : undefined,
  ],
  '\n\n',
)}

/** An entry for each function. */
export const entriesOf = (use: Pick<typeof handler, ${joined(
  design.functions.map(({ trigger }) => code`'${trigger as Code}'`),
  ' | ',
)}>, deps: Deps) => ({
${joined(design.functions.map(({ trigger }) => HANDLERS[trigger]))}
})
`

const imports = (design: Design): Code =>
  joined([
    code`import { randomUUID } from 'node:crypto'`,
    code`import * as handler from '../handler.ts'`,
    code`import type { Deps } from '../ports.ts'`,
    portsOf(design).has('records') ? code`import { dynamoClient } from './dynamo-client.ts'` : undefined,
    ...adaptersOf(design).map(([, { import: name, path }]) => code`import { ${name} } from './${path as Code}.ts'`),
    code`import { entriesOf } from './events.ts'`,
    design.secrets.length > 0 ? code`import { secretsManager } from './secrets-manager.ts'` : undefined,
  ])

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
  // One line of JSON as it is: console.log would put time and request in front of it, and no filter could read it.
  log: (entry) => void process.stdout.write(JSON.stringify(entry) + '\\n'),
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

/** Each is the handler of one function. */
export const { ${joined(
      design.functions.map(({ trigger }) => trigger as Code),
      ', ',
    )} } = entriesOf(handler, deps)
`,
  },
  ...adaptersOf(design).map(([, { path, content }]) => ({ path: `src/aws/${path}.ts`, content })),
  { path: 'src/aws/events.ts', content: eventsSource(design) },
  ...(portsOf(design).has('records') ? [{ path: 'src/aws/dynamo-client.ts', content: dynamoClient }] : []),
  ...(design.secrets.length > 0 ? [{ path: 'src/aws/secrets-manager.ts', content: secretsManager }] : []),
]
