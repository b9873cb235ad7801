import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb'
import { startEmbeddedAws } from '../../lib/local/aws/embedded-aws.ts'
import type { TableSpec } from '../../lib/local/aws/ports.ts'
import { sendDirectly } from './direct-documents.ts'

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

type Item = Record<string, unknown>

const itemsOf = async (pages: AsyncIterable<{ readonly Items?: Item[] | undefined }>): Promise<Item[]> => {
  const items: Item[] = []
  for await (const { Items = [] } of pages) items.push(...Items)
  return items
}

/** Opens the table in the embedded DynamoDB, behind a document client that calls it directly. */
export async function openTable() {
  const dir = mkdtempSync(join(tmpdir(), 'signet-table-'))
  const aws = await startEmbeddedAws({ dir, invoke: async () => ({}) })
  await aws.declareTable(TABLE_SPEC)
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const plain = new DynamoDBClient({ endpoint: aws.endpoint, region: 'us-east-1', credentials })
  const documents = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } })
  const db = sendDirectly(aws, documents)
  return {
    db,
    aws,
    /** Returns every row with this prefix of the partition key, keys included. */
    async rows(prefix = ''): Promise<Item[]> {
      const pages = paginateScan({ client: db }, { TableName: TABLE, ConsistentRead: true })
      return (await itemsOf(pages)).filter(({ pk }) => String(pk).startsWith(prefix))
    },
    /** Returns every row of one partition, keys included, for checks after each of many runs. */
    async partition(pk: string): Promise<Item[]> {
      const input = { TableName: TABLE, ConsistentRead: true, KeyConditionExpression: 'pk = :pk' }
      const pages = paginateQuery({ client: db }, { ...input, ExpressionAttributeValues: { ':pk': pk } })
      return itemsOf(pages)
    },
    /** Removes expired items silently, as DynamoDB does some time after their `ttl`. */
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
