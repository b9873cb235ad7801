import { GetObjectCommand, ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { table } from './keys.ts'
import { sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

const s3 = sdkClient((options) => new S3Client(options))

/** Returns the keys of all rows of the table that contain one of these texts, in a key or an attribute. */
export const rowsContaining = async (texts: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  let startKey: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await table().send(
      new ScanCommand({ TableName: testStack().table, ExclusiveStartKey: startKey, ConsistentRead: true }),
    )
    for (const item of Items) {
      const itemText = JSON.stringify(item, (_, value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      )
      if (texts.some((text) => itemText.includes(text))) found.push(`${item.pk} ${item.sk}`)
    }
    startKey = LastEvaluatedKey
  } while (startKey !== undefined)
  return found
}

/**
 * Returns the paths of all objects that contain one of these texts, in their key or in their bytes. Objects older than
 * `since` are skipped, because none of the texts existed before.
 */
export const objectsContaining = async (texts: readonly string[], since: number): Promise<readonly string[]> => {
  const found: string[] = []
  const { Buckets = [] } = await s3().send(new ListBucketsCommand({}))
  for (const { Name: Bucket } of Buckets) {
    const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket }))
    for (const { Key = '', LastModified } of Contents) {
      // S3 returns times in whole seconds.
      if (Number(LastModified) < since - 1_000) continue
      const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key }))
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
      if (texts.some((text) => Key.includes(text) || bytes.includes(text))) found.push(`${Bucket}/${Key}`)
    }
  }
  return found
}
