import { createHash } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'

/** Names of the table, bucket and secrets of a deployment: outputs of its data stack. */
export interface DataNames {
  readonly table: string
  readonly bucket: string
  readonly secrets: readonly string[]
}

/** Rows, objects and secrets by a unique name, with their contents as text. */
export type Holdings = Readonly<Record<string, string>>

export type Outputs = Readonly<Record<string, string>>

/** Returns the names of the resources with data. @throws Error if the stack lacks an output for one of them. */
export const dataNames = (outputs: Outputs): DataNames => {
  const { TableName: table, BucketName: bucket } = outputs
  const secrets = Object.entries(outputs).flatMap(([name, value]) => (/^(?!Export).*Secret/.test(name) ? [value] : []))
  if (!table || !bucket || secrets.length === 0) throw new Error(`Outputs of the data stack: ${Object.keys(outputs)}`)
  return { table, bucket, secrets }
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Replacer for JSON.stringify that sorts fields by name, because a table returns them in any order. */
const sortFields = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const readRows = async (db: DynamoDBDocumentClient, TableName: string): Promise<[string, string][]> => {
  const rows: [string, string][] = []
  for await (const { Items = [] } of paginateScan({ client: db }, { TableName })) {
    for (const row of Items) rows.push([`row ${row.pk} ${row.sk}`, JSON.stringify(row, sortFields)])
  }
  return rows
}

const readObjects = async (s3: S3Client, Bucket: string): Promise<[string, string][]> => {
  const found: [string, string][] = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket })) {
    for (const { Key = '' } of Contents) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
      found.push([`object ${Key}`, digest((await Body?.transformToByteArray()) ?? new Uint8Array())])
    }
  }
  return found
}

const readSecret = async (client: SecretsManagerClient, SecretId: string): Promise<[string, string]> => {
  const value = await client.send(new GetSecretValueCommand({ SecretId })).catch((error: unknown) => {
    // A provider's secret has no value until an operator sets one.
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  })
  return [`secret ${SecretId}`, value?.SecretString ?? 'without a value']
}

/** Reads the whole contents of the named resources. */
export const readHoldings = async (endpoint: string, { table, bucket, secrets }: DataNames): Promise<Holdings> => {
  const aws = { endpoint, region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } }
  const manager = new SecretsManagerClient(aws)
  return Object.fromEntries([
    ...(await readRows(DynamoDBDocumentClient.from(new DynamoDBClient(aws)), table)),
    ...(await readObjects(new S3Client({ ...aws, forcePathStyle: true }), bucket)),
    ...(await Promise.all(secrets.map((secret) => readSecret(manager, secret)))),
  ])
}
