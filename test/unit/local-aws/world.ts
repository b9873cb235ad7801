import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { KMSClient } from '@aws-sdk/client-kms'
import { S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { startEmbeddedAws } from '../../../lib/local/aws/embedded-aws.ts'
import type { EmbeddedAws, InvokeFunction, QueueSpec, TableSpec } from '../../../lib/local/aws/ports.ts'

export const REGION = 'us-east-1'

/** Returns clients like a function's: an endpoint, a region and arbitrary credentials. */
export function clientsOf(endpoint: string) {
  const config = { endpoint, region: REGION, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const plain = new DynamoDBClient(config)
  const clients = {
    plain,
    db: DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } }),
    s3: new S3Client(config),
    sqs: new SQSClient(config),
    sfn: new SFNClient(config),
    bus: new EventBridgeClient(config),
    secrets: new SecretsManagerClient(config),
    kms: new KMSClient(config),
  }
  const destroy = () => {
    for (const client of Object.values(clients)) client.destroy()
  }
  return { ...clients, destroy }
}

export interface World extends ReturnType<typeof clientsOf> {
  readonly aws: EmbeddedAws
  readonly dir: string
  readonly log: string[]
  /** Stops this process's services; the folder stays for the next run. */
  close(): Promise<void>
}

export const freshDir = (): string => mkdtempSync(join(tmpdir(), 'embedded-aws-'))
export const removeDir = (dir: string): void => rmSync(dir, { recursive: true, force: true })

export async function openWorld(dir: string = freshDir(), invoke: InvokeFunction = async () => ({})): Promise<World> {
  const log: string[] = []
  const aws = await startEmbeddedAws({ dir, invoke, log: (line) => log.push(line) })
  const clients = clientsOf(aws.endpoint)
  return {
    aws,
    dir,
    log,
    ...clients,
    async close() {
      clients.destroy()
      await aws.stop()
    },
  }
}

export const tableSpec = (changes: Partial<TableSpec> = {}): TableSpec => ({
  name: 'app',
  keySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  attributes: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  indexes: [
    {
      IndexName: 'gsi1',
      KeySchema: [
        { AttributeName: 'gsi1pk', KeyType: 'HASH' },
        { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  ttlAttribute: 'expires_at',
  ...changes,
})

export const queueSpec = (name: string, changes: Partial<QueueSpec> = {}): QueueSpec => ({
  name,
  fifo: name.endsWith('.fifo'),
  visibilityTimeoutSeconds: 30,
  retentionSeconds: 345_600,
  delaySeconds: 0,
  ...changes,
})

/** Polls until `probe` returns a truthy value; fails after `ms`. */
export async function until<T>(probe: () => T | Promise<T>, ms = 10_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + ms
  for (;;) {
    const value = await probe()
    if (value) return value as NonNullable<T>
    if (Date.now() > deadline) throw new Error(`Timed out after ${ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
