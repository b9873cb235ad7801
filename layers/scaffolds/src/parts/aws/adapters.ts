import { code } from '../../code.ts'

export const dynamoRecords = code`
import type { Page, Records, Row } from '../records/records.ts'

type Item = Readonly<Record<string, unknown>>

interface Write {
  readonly partition: string
  readonly id: string
  readonly value: unknown
  readonly expiresAt: number | undefined
}

const itemOf = ({ partition, id, value, expiresAt }: Write, version: number) => ({
  partition,
  id,
  version,
  value: JSON.stringify(value),
  // DynamoDB deletes by seconds, some time later; reads compare the milliseconds.
  ...(expiresAt === undefined ? {} : { expires_ms: expiresAt, expires_at: Math.ceil(expiresAt / 1_000) }),
})

export const getRequest = (TableName: string, partition: string, id: string) => ({
  TableName,
  Key: { partition, id },
  ConsistentRead: true,
})

/** A row that has expired counts as absent, though DynamoDB may still hold it. */
export const insertRequest = (TableName: string, write: Write, nowMs: number) => ({
  TableName,
  Item: itemOf(write, 1),
  ConditionExpression: 'attribute_not_exists(id) OR expires_ms <= :now',
  ExpressionAttributeValues: { ':now': nowMs },
})

/** A change is of the version that was read, and of a row that has not expired. */
const unchanged = (version: number, nowMs: number) => ({
  ConditionExpression: '#version = :version AND (attribute_not_exists(expires_ms) OR expires_ms > :now)',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': version, ':now': nowMs },
})

export const replaceRequest = (TableName: string, write: Write, version: number, nowMs: number) => ({
  TableName,
  Item: itemOf(write, version + 1),
  ...unchanged(version, nowMs),
})

export const removeRequest = (
  TableName: string,
  { partition, id, version }: { readonly partition: string; readonly id: string; readonly version: number },
  nowMs: number,
) => ({ TableName, Key: { partition, id }, ...unchanged(version, nowMs) })

export type StartKey = Readonly<Record<string, unknown>> | undefined

export const queryRequest = (TableName: string, partition: string, { after, limit }: Page, start?: StartKey) => ({
  TableName,
  KeyConditionExpression: after === undefined ? '#partition = :partition' : '#partition = :partition AND id > :after',
  ExpressionAttributeNames: { '#partition': 'partition' },
  ExpressionAttributeValues: { ':partition': partition, ...(after === undefined ? {} : { ':after': after }) },
  Limit: limit,
  ConsistentRead: true,
  ...(start === undefined ? {} : { ExclusiveStartKey: start }),
})

/** What we ask of DynamoDB; dynamo-client.ts has it from the SDK. Writes are false when their condition does not hold. */
export interface Dynamo {
  get(request: ReturnType<typeof getRequest>): Promise<Item | undefined>
  put(request: ReturnType<typeof insertRequest> | ReturnType<typeof replaceRequest>): Promise<boolean>
  remove(request: ReturnType<typeof removeRequest>): Promise<boolean>
  query(request: ReturnType<typeof queryRequest>): Promise<{ readonly items: readonly Item[]; readonly next: StartKey }>
}

const rowOf = <T>(item: Item | undefined, nowMs: number): Row<T> | undefined => {
  if (item === undefined || (typeof item.expires_ms === 'number' && item.expires_ms <= nowMs)) return undefined
  return { id: String(item.id), version: Number(item.version), value: JSON.parse(String(item.value)) as T }
}

/** Records in one DynamoDB table. */
export class DynamoRecords implements Records {
  readonly #dynamo: Dynamo
  readonly #table: string
  readonly #now: () => number

  constructor(dynamo: Dynamo, table: string, now: () => number) {
    this.#dynamo = dynamo
    this.#table = table
    this.#now = now
  }

  async get<T>(partition: string, id: string): Promise<Row<T> | undefined> {
    return rowOf<T>(await this.#dynamo.get(getRequest(this.#table, partition, id)), this.#now())
  }

  insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean> {
    return this.#dynamo.put(insertRequest(this.#table, { partition, id, value, expiresAt }, this.#now()))
  }

  replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean> {
    return this.#dynamo.put(replaceRequest(this.#table, { partition, id, value, expiresAt }, version, this.#now()))
  }

  remove(partition: string, id: string, version: number): Promise<boolean> {
    return this.#dynamo.remove(removeRequest(this.#table, { partition, id, version }, this.#now()))
  }

  /** A page of DynamoDB may end early, and may hold expired rows: it is asked until the page is full or nothing is left. */
  async list<T>(partition: string, { limit, ...page }: Page): Promise<readonly Row<T>[]> {
    const rows: Row<T>[] = []
    let start: StartKey
    do {
      const request = queryRequest(this.#table, partition, { ...page, limit: limit - rows.length }, start)
      const { items, next } = await this.#dynamo.query(request)
      rows.push(...items.flatMap((item) => rowOf<T>(item, this.#now()) ?? []))
      start = next
    } while (start !== undefined && rows.length < limit)
    return rows
  }
}
`

export const dynamoClient = code`
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Dynamo } from './dynamo-records.ts'

const isDone = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** DynamoDB by the SDK of Lambda's runtime. */
export const dynamoClient = (): Dynamo => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  return {
    get: async (request) => (await client.send(new GetCommand(request))).Item,
    put: (request) => isDone(client.send(new PutCommand(request))),
    remove: (request) => isDone(client.send(new DeleteCommand(request))),
    query: async (request) => {
      const { Items = [], LastEvaluatedKey: next } = await client.send(new QueryCommand(request))
      return { items: Items, next }
    },
  }
}
`

export const sqsQueue = code`
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { Queue } from '../queue/queue.ts'

/** An SQS queue. */
export const sqsQueue = (url: string): Queue => {
  const client = new SQSClient({})
  return {
    send: async (body, delayMs = 0) => {
      const DelaySeconds = Math.min(900, Math.ceil(delayMs / 1_000))
      await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(body), DelaySeconds }))
    },
  }
}
`

export const secretsManager = code`
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

const KEPT_MS = 300_000

/** Members of one secret, which is JSON. A value that was changed counts five minutes later at the latest. */
export const secretsManager = (id: string, now: () => number): ((name: string) => Promise<string>) => {
  const client = new SecretsManagerClient({})
  let kept: { readonly at: number; readonly values: Readonly<Record<string, string>> } | undefined
  return async (name) => {
    if (kept === undefined || now() - kept.at > KEPT_MS) {
      const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: id }))
      kept = { at: now(), values: JSON.parse(SecretString) as Record<string, string> }
    }
    const value = kept.values[name]
    if (value === undefined || value === '') throw new Error('The secret has no ' + name)
    return value
  }
}
`

export const s3Objects = code`
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { type Objects, TooLarge } from '../objects/objects.ts'

/** Files in a bucket. */
export const s3Objects = (bucket: string): Objects => {
  const client = new S3Client({})
  return {
    get: async (key, maxBytes, etag) => {
      const version = etag === undefined ? {} : { IfMatch: '"' + etag + '"' }
      try {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...version }))
        if (ContentLength > maxBytes) throw new TooLarge(key, maxBytes)
        return await Body?.transformToByteArray()
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        // Another file has the name by now; it has an event of its own.
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412) return undefined
        throw error
      }
    },
    put: async (key, bytes, contentType) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }))
    },
  }
}
`

export const bedrockModel = code`
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { type Model, MODEL_TIMEOUT_MS } from '../model/model.ts'

/** A model of Amazon Bedrock. */
export const bedrockModel = (modelId: string): Model => {
  const client = new BedrockRuntimeClient({})
  return {
    complete: async ({ system, user, maxTokens }) => {
      const { output } = await client.send(
        new ConverseCommand({
          modelId,
          system: [{ text: system }],
          messages: [{ role: 'user', content: [{ text: user }] }],
          inferenceConfig: { maxTokens, temperature: 0 },
        }),
        { abortSignal: AbortSignal.timeout(MODEL_TIMEOUT_MS) },
      )
      return (output?.message?.content ?? []).map((block) => block.text ?? '').join('')
    },
  }
}
`

export const gatewayConnections = code`
import { ApiGatewayManagementApiClient, GoneException, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import type { Connections } from '../connections/connections.ts'

/** Connections of a WebSocket API, at the address of its stage. */
export const gatewayConnections = (endpoint: string): Connections => {
  const client = new ApiGatewayManagementApiClient({ endpoint })
  return {
    send: async (connection, value) => {
      try {
        await client.send(new PostToConnectionCommand({ ConnectionId: connection, Data: JSON.stringify(value) }))
        return true
      } catch (error) {
        if (error instanceof GoneException) return false
        throw error
      }
    },
  }
}
`

export const httpEvent = code`
/** A request of API Gateway as a standard one. The body has the bytes that arrived. */
const requestOf = (event: APIGatewayProxyEventV2): Request => {
  const { method } = event.requestContext.http
  const query = event.rawQueryString === '' ? '' : '?' + event.rawQueryString
  const headers = new Headers()
  for (const [name, value] of Object.entries(event.headers)) if (value !== undefined) headers.set(name, value)
  if (event.cookies !== undefined) headers.set('cookie', event.cookies.join('; '))
  const body = event.body === undefined ? undefined : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8')
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  return new Request('https://' + event.requestContext.domainName + event.rawPath + query, {
    method,
    headers,
    ...(hasBody ? { body } : {}),
  })
}

/** The answer as API Gateway wants it. */
const resultOf = async (response: Response): Promise<APIGatewayProxyStructuredResultV2> => {
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie'))
  const bytes = Buffer.from(await response.arrayBuffer())
  const isText = /^(?:text|application)[/](?:[a-z.+-]*json|html|plain|css|javascript|xml|svg)/.test(headers['content-type'] ?? '')
  return {
    statusCode: response.status,
    headers,
    cookies: response.headers.getSetCookie(),
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  }
}
`
