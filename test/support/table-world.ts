import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb'
import { type HttpRequest, HttpResponse } from '@smithy/core/protocols'
import inject from 'light-my-request'
import { startEmbeddedAws } from '../../lib/local/aws/embedded-aws.ts'
import type { EmbeddedAws, TableSpec } from '../../lib/local/aws/ports.ts'

export const TABLE = 'signet'

const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
const keys = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
]

/** The table as lib/stacks/data-stack.ts declares it. */
export const TABLE_SPEC: TableSpec = {
  name: TABLE,
  keySchema: keys('pk', 'sk'),
  attributes: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map(attribute),
  indexes: [{ IndexName: 'gsi1', KeySchema: keys('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'KEYS_ONLY' } }],
  ttlAttribute: 'ttl',
}

const ATTEMPTS = 4

const token = (retries: number) => ({ getRetryCount: () => retries, getRetryDelay: () => 0 })

/** The SDK retries at once: its pauses after a throttle are seconds, which prove nothing here. */
const WITHOUT_PAUSES: DynamoDBClientConfig['retryStrategy'] = {
  mode: 'standard',
  acquireInitialRetryToken: async () => token(0),
  async refreshRetryTokenForRetry(before, { errorType }) {
    const isLast = before.getRetryCount() + 1 >= ATTEMPTS
    if (errorType === 'CLIENT_ERROR' || isLast) throw new Error('It is not tried again')
    return token(before.getRetryCount() + 1)
  },
  recordSuccess: () => undefined,
}

/** The bytes of a body: the SDK warns of whoever takes its array for a text, as `Buffer.from` does of an array. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** Requests as the SDK writes them, answered without a socket and without a signature, which the tests of the embedded services have. */
const withoutSocket = ({ serve }: EmbeddedAws): DynamoDBClientConfig => ({
  signer: { sign: async (request) => request },
  requestHandler: {
    async handle({ path, headers, body }: HttpRequest) {
      const payload = typeof body === 'string' ? body : bytesOf(body as Uint8Array)
      const {
        statusCode,
        headers: answered,
        rawPayload,
      } = await inject(serve, { method: 'POST', url: path, headers, payload })
      return {
        response: new HttpResponse({ statusCode, headers: answered as Record<string, string>, body: rawPayload }),
      }
    },
  },
})

type Item = Record<string, unknown>

const itemsOf = async (pages: AsyncIterable<{ readonly Items?: Item[] | undefined }>): Promise<Item[]> => {
  const items: Item[] = []
  for await (const { Items = [] } of pages) items.push(...Items)
  return items
}

/** The table in the embedded DynamoDB, behind a real SDK client. */
export async function openTable() {
  const dir = mkdtempSync(join(tmpdir(), 'signet-table-'))
  const aws = await startEmbeddedAws({ dir, invoke: async () => ({}) })
  await aws.table(TABLE_SPEC)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const plain = new DynamoDBClient({
    ...{ endpoint: aws.endpoint, region: 'us-east-1', credentials },
    retryStrategy: WITHOUT_PAUSES,
    ...withoutSocket(aws),
  })
  // As tableClient() of the kernel does.
  plain.middlewareStack.remove('loggerMiddleware')
  const db = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } })
  return {
    db,
    aws,
    /** Every row with this prefix of the partition key, keys included. */
    async rows(prefix = ''): Promise<Item[]> {
      const pages = paginateScan({ client: db }, { TableName: TABLE, ConsistentRead: true })
      return (await itemsOf(pages)).filter(({ pk }) => String(pk).startsWith(prefix))
    },
    /** Every row of one partition, keys included: what many runs look at again and again. */
    async partition(pk: string): Promise<Item[]> {
      const asked = { TableName: TABLE, ConsistentRead: true, KeyConditionExpression: 'pk = :pk' }
      const pages = paginateQuery({ client: db }, { ...asked, ExpressionAttributeValues: { ':pk': pk } })
      return itemsOf(pages)
    },
    /** As DynamoDB does at some time after an item's `ttl`: removes the item silently. */
    async collect(at: Date): Promise<void> {
      for (const { pk, sk, ttl } of await this.rows()) {
        if (ttl === undefined || Number(ttl) * 1000 > at.getTime()) continue
        await db.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }))
      }
    },
    async close() {
      db.destroy()
      plain.destroy()
      await aws.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type TableWorld = Awaited<ReturnType<typeof openTable>>
