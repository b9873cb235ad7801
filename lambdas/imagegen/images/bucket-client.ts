import { environment } from '@signet/kernel/environment'
import { AwsClient } from 'aws4fetch'
import { type ImageBucket, imageBucket } from './image-bucket.ts'

/** Retries of throttled and failed requests, with full jitter from 50 ms on. */
const RETRIES = 4

/** The image bucket of the function whose environment this is. */
export const bucketFromEnvironment = (variables: Readonly<Record<string, string | undefined>>): ImageBucket => {
  const env = environment(variables, ['BUCKET_NAME', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
  const { AWS_SESSION_TOKEN: sessionToken, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = variables
  // An emulator's address; it knows buckets by path.
  const emulator = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL
  const s3 = new AwsClient({
    service: 's3',
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    retries: RETRIES,
    ...(sessionToken ? { sessionToken } : {}),
  })
  const baseUrl = emulator
    ? `${emulator}/${env.BUCKET_NAME}`
    : `https://${env.BUCKET_NAME}.s3.${env.AWS_REGION}.amazonaws.com`
  return imageBucket({ s3, baseUrl })
}
