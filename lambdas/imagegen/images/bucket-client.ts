import { AwsClient } from 'aws4fetch'
import * as z from 'zod'
import { type ImageBucket, imageBucket } from './image-bucket.ts'

/** What Lambda (or the local runner) puts into every function's environment, and the name of our bucket. */
const BucketEnvironment = z.object({
  BUCKET_NAME: z.string(),
  AWS_REGION: z.string(),
  AWS_ACCESS_KEY_ID: z.string(),
  AWS_SECRET_ACCESS_KEY: z.string(),
  AWS_SESSION_TOKEN: z.string().optional(),
  /** An emulator's address; it knows buckets by path. */
  AWS_ENDPOINT_URL_S3: z.string().optional(),
  AWS_ENDPOINT_URL: z.string().optional(),
})

/** Retries of throttled and failed requests, with full jitter from 50 ms on. */
const RETRIES = 4

/** The image bucket of the function whose environment this is. */
export const bucketFromEnvironment = (environment: Readonly<Record<string, string | undefined>>): ImageBucket => {
  const env = BucketEnvironment.parse(environment)
  const emulator = env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL
  const s3 = new AwsClient({
    service: 's3',
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    retries: RETRIES,
    ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
  })
  const baseUrl = emulator
    ? `${emulator}/${env.BUCKET_NAME}`
    : `https://${env.BUCKET_NAME}.s3.${env.AWS_REGION}.amazonaws.com`
  return imageBucket({ s3, baseUrl })
}
