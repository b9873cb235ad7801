import { GetObjectCommand, ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { table } from './keys.ts'
import { sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

const s3 = sdkClient((options) => new S3Client(options))

/** Returns the keys of all rows of the table that contain one of these texts, in a key or in a member. */
export const rowsNaming = async (texts: readonly string[]): Promise<readonly string[]> => {
  const naming: string[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await table().send(
      new ScanCommand({ TableName: testStack().table, ExclusiveStartKey: from, ConsistentRead: true }),
    )
    for (const item of Items) {
      const written = JSON.stringify(item, (_, value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      )
      if (texts.some((text) => written.includes(text))) naming.push(`${item.pk} ${item.sk}`)
    }
    from = LastEvaluatedKey
  } while (from !== undefined)
  return naming
}

/**
 * Returns the paths of all objects that contain one of these texts, in their key or in their bytes. Objects older than
 * `since` are skipped, because none of the texts existed before.
 */
export const objectsNaming = async (texts: readonly string[], since: number): Promise<readonly string[]> => {
  const naming: string[] = []
  const { Buckets = [] } = await s3().send(new ListBucketsCommand({}))
  for (const { Name: Bucket } of Buckets) {
    const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket }))
    for (const { Key = '', LastModified } of Contents) {
      // S3 returns times in whole seconds.
      if (Number(LastModified) < since - 1_000) continue
      const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key }))
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
      if (texts.some((text) => Key.includes(text) || bytes.includes(text))) naming.push(`${Bucket}/${Key}`)
    }
  }
  return naming
}
