import {
  DeleteObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

const client = sdkClient((options) => new S3Client(options))

/** Keys in the image bucket below a prefix, sorted. */
export const keysBelow = async (prefix: string): Promise<string[]> => {
  const { Contents = [] } = await client().send(
    new ListObjectsV2Command({ Bucket: testStack().bucket, Prefix: prefix }),
  )
  return Contents.map(({ Key }) => String(Key)).sort()
}

export const putObject = async (key: string, body: Uint8Array, metadata: Record<string, string>): Promise<void> => {
  const command = {
    Bucket: testStack().bucket,
    Key: key,
    Body: body,
    Metadata: metadata,
    ContentType: 'image/webp',
  }
  await client().send(new PutObjectCommand(command))
}

export const removeObjects = async (keys: readonly string[]): Promise<void> => {
  const Objects = keys.map((Key) => ({ Key }))
  await client().send(new DeleteObjectsCommand({ Bucket: testStack().bucket, Delete: { Objects } }))
}

/** Stores a part of any length, which a client with only its presigned address cannot do. */
export const putPart = async (url: string, Body: Uint8Array): Promise<void> => {
  const { pathname, searchParams } = new URL(url)
  const [, Bucket, Key] = /^\/([^/]+)\/(.+)$/.exec(pathname) ?? []
  const UploadId = String(searchParams.get('uploadId'))
  const PartNumber = Number(searchParams.get('partNumber'))
  await client().send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
}
