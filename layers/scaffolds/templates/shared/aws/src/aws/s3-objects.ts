// #if objects
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { type Objects, TooLarge } from '../objects/objects.ts'

/** Files in a bucket. */
export const s3Objects = (bucket: string): Objects => {
  const client = new S3Client({})
  return {
    get: async (key, maxBytes, etag) => {
      const version = etag === undefined ? {} : { IfMatch: `"${etag}"` }
      try {
        const { Body, ContentLength = 0 } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key, ...version }),
        )
        if (ContentLength > maxBytes) throw new TooLarge(key, maxBytes)
        return await Body?.transformToByteArray()
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        // The file was replaced. The new one has its own event.
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412) return undefined
        throw error
      }
    },
    put: async (key, bytes, contentType) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }))
    },
  }
}
// #endif
