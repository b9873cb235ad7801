import { code } from '../../code.ts'

export const dynamoRecords = code`
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Page, Records, Row } from '../records/records.ts'
import { getRequest, insertRequest, queryRequest, removeRequest, replaceRequest, rowOf } from './dynamo-requests.ts'

const isDone = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/** Records in one DynamoDB table. */
export class DynamoRecords implements Records {
  readonly #client = DynamoDBDocumentClient.from(new DynamoDBClient({}))
  readonly #table: string
  readonly #now: () => number

  constructor(table: string, now: () => number) {
    this.#table = table
    this.#now = now
  }

  async get<T>(partition: string, id: string): Promise<Row<T> | undefined> {
    const { Item } = await this.#client.send(new GetCommand(getRequest(this.#table, partition, id)))
    return rowOf<T>(Item, this.#now())
  }

  insert(partition: string, id: string, value: unknown, expiresAt?: number): Promise<boolean> {
    const request = insertRequest(this.#table, { partition, id, value, expiresAt }, this.#now())
    return isDone(this.#client.send(new PutCommand(request)))
  }

  replace(partition: string, id: string, value: unknown, version: number, expiresAt?: number): Promise<boolean> {
    const request = replaceRequest(this.#table, { partition, id, value, expiresAt }, version)
    return isDone(this.#client.send(new PutCommand(request)))
  }

  remove(partition: string, id: string, version: number): Promise<boolean> {
    return isDone(this.#client.send(new DeleteCommand(removeRequest(this.#table, partition, id, version))))
  }

  async list<T>(partition: string, page: Page): Promise<readonly Row<T>[]> {
    const { Items = [] } = await this.#client.send(new QueryCommand(queryRequest(this.#table, partition, page)))
    return Items.flatMap((item) => rowOf<T>(item, this.#now()) ?? [])
  }
}
`

export const dynamoRequests = code`
import type { Page, Row } from '../records/records.ts'

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

export const replaceRequest = (TableName: string, write: Write, version: number) => ({
  TableName,
  Item: itemOf(write, version + 1),
  ConditionExpression: '#version = :version',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': version },
})

export const removeRequest = (TableName: string, partition: string, id: string, version: number) => ({
  TableName,
  Key: { partition, id },
  ConditionExpression: '#version = :version',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': version },
})

export const queryRequest = (TableName: string, partition: string, { after, limit }: Page) => ({
  TableName,
  KeyConditionExpression: after === undefined ? '#partition = :partition' : '#partition = :partition AND id > :after',
  ExpressionAttributeNames: { '#partition': 'partition' },
  ExpressionAttributeValues: { ':partition': partition, ...(after === undefined ? {} : { ':after': after }) },
  Limit: limit,
  ConsistentRead: true,
})

export const rowOf = <T>(item: Record<string, unknown> | undefined, nowMs: number): Row<T> | undefined => {
  if (item === undefined || (typeof item.expires_ms === 'number' && item.expires_ms <= nowMs)) return undefined
  return { id: String(item.id), version: Number(item.version), value: JSON.parse(String(item.value)) as T }
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
import type { Model } from '../model/model.ts'

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
        { abortSignal: AbortSignal.timeout(20_000) },
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
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** A request of API Gateway as a standard one. The body has the bytes that arrived. */
export const requestOf = (event: APIGatewayProxyEventV2): Request => {
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
export const resultOf = async (response: Response): Promise<APIGatewayProxyStructuredResultV2> => {
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
