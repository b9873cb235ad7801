// #if functions
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  APIGatewayProxyWebsocketEventV2,
  KinesisStreamBatchResponse,
  KinesisStreamEvent,
  SQSBatchResponse,
  SQSEvent,
} from 'aws-lambda'
import type * as handler from '../handler.ts'
import type { Deps } from '../ports.ts'
import { type Message, Unusable } from '../queue/queue.ts'
import { settle } from '../queue/settle.ts'

// #if http
/** Converts an API Gateway event to a standard request with the received bytes. */
const requestOf = (event: APIGatewayProxyEventV2): Request => {
  const { method } = event.requestContext.http
  const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`
  const headers = new Headers()
  for (const [name, value] of Object.entries(event.headers)) if (value !== undefined) headers.set(name, value)
  if (event.cookies !== undefined) headers.set('cookie', event.cookies.join('; '))
  const body = event.body === undefined ? undefined : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8')
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  return new Request(`https://${event.requestContext.domainName}${event.rawPath}${query}`, {
    method,
    headers,
    ...(hasBody ? { body } : {}),
  })
}

/** Converts a response to the format of API Gateway. */
const resultOf = async (response: Response): Promise<APIGatewayProxyStructuredResultV2> => {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
  const bytes = Buffer.from(await response.arrayBuffer())
  const isText = /^(?:text|application)[/](?:[a-z.+-]*json|html|plain|css|javascript|xml|svg)/.test(
    headers['content-type'] ?? '',
  )
  return {
    statusCode: response.status,
    headers,
    cookies: response.headers.getSetCookie(),
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  }
}
// #endif

// #if queue || file
const messagesOf = (records: SQSEvent['Records']): Message[] =>
  records.map(({ messageId, body, attributes }) => ({
    id: messageId,
    body,
    attempt: Number(attributes.ApproximateReceiveCount),
  }))

const failuresOf = (ids: readonly string[]): SQSBatchResponse => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
})

const parseBody = (body: unknown): unknown => {
  try {
    return JSON.parse(String(body))
  } catch {
    throw new Unusable('The body is not valid JSON')
  }
}
// #endif

// #if file
/** Returns the file of an S3 notification from EventBridge. */
const fileOf = (body: unknown) => {
  const { detail } = (parseBody(body) ?? {}) as {
    readonly detail?: { readonly object?: Readonly<Record<string, unknown>> }
  }
  const { key, size, etag } = detail?.object ?? {}
  if (typeof key !== 'string' || typeof size !== 'number' || typeof etag !== 'string')
    throw new Unusable('The message is not a notification of a file')
  return { key, size, etag }
}
// #endif

// #if connection
const TYPES = { CONNECT: 'open', MESSAGE: 'message', DISCONNECT: 'close' } as const

type ConnectionRequest = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Record<string, string>
  readonly queryStringParameters?: Record<string, string>
}
// #endif

/** The handlers of the functions. */
type Handlers = Pick<
  typeof handler,
  // #if http
  | 'http'
  // #endif
  // #if queue
  | 'queue'
  // #endif
  // #if file
  | 'file'
  // #endif
  // #if schedule
  | 'schedule'
  // #endif
  // #if stream
  | 'stream'
  // #endif
  // #if connection
  | 'connection'
  // #endif
>

/** Returns an entry per function. */
export const entriesOf = (handlers: Handlers, deps: Deps) => ({
  // #if http
  http: async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> =>
    resultOf(await handlers.http(requestOf(event), deps)),
  // #endif
  // #if queue
  queue: async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    // Bodies are parsed per message, so that a body that is not valid JSON fails alone.
    const handle = (message: Message) => handlers.queue({ ...message, body: parseBody(message.body) }, deps)
    return failuresOf(await settle(messagesOf(Records), handle, deps))
  },
  // #endif
  // #if file
  file: async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    // Notifications are read per message, so that an invalid one fails alone.
    const handle = (message: Message) => handlers.file({ ...message, body: fileOf(message.body) }, deps)
    return failuresOf(await settle(messagesOf(Records), handle, deps))
  },
  // #endif
  // #if schedule
  schedule: (): Promise<void> => handlers.schedule(deps),
  // #endif
  // #if stream
  stream: async ({ Records }: KinesisStreamEvent): Promise<KinesisStreamBatchResponse> => {
    const entries = Records.map(({ kinesis }) => ({
      sequence: kinesis.sequenceNumber,
      key: kinesis.partitionKey,
      arrivedAt: Math.floor(kinesis.approximateArrivalTimestamp * 1_000),
      data: Buffer.from(kinesis.data, 'base64'),
    }))
    const failedFrom = await handlers.stream(entries, deps)
    return { batchItemFailures: failedFrom === undefined ? [] : [{ itemIdentifier: failedFrom }] }
  },
  // #endif
  // #if connection
  connection: async (event: ConnectionRequest): Promise<{ statusCode: number }> => {
    const status = await handlers.connection(
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
  // #endif
})
// #endif
