import { environment } from './environment.ts'

/** Retries of throttled and failed requests, with full jitter from 50 ms on. */
const RETRIES = 4

/** Where a bucket is, and with what requests to it are signed. */
export interface BucketAddress {
  /** Ends in the bucket, without a slash. */
  readonly baseUrl: string
  /** Options of `AwsClient` of `aws4fetch` (docs/adr/0003). */
  readonly signing: {
    readonly service: 's3'
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly sessionToken?: string
    readonly retries: number
  }
}

/** The bucket of the function whose environment this is. @throws Error naming a variable that is missing. */
export const bucketAddress = (variables: Readonly<Record<string, string | undefined>>): BucketAddress => {
  const env = environment(variables, ['BUCKET_NAME', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
  const { AWS_SESSION_TOKEN: sessionToken, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = variables
  // An emulator's address; it knows buckets by path.
  const emulator = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL
  return {
    baseUrl: emulator
      ? `${emulator}/${env.BUCKET_NAME}`
      : `https://${env.BUCKET_NAME}.s3.${env.AWS_REGION}.amazonaws.com`,
    signing: {
      service: 's3',
      region: env.AWS_REGION,
      accessKeyId: env.AWS_ACCESS_KEY_ID,
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
      retries: RETRIES,
      ...(sessionToken ? { sessionToken } : {}),
    },
  }
}
