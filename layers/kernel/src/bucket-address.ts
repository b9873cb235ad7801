import { type AwsSigning, awsSigning, SIGNING_VARIABLES } from './aws-signing.ts'
import { environment } from './environment.ts'

const RETRIES = 4

/** The address of a bucket, and the options that sign requests to it. */
export interface BucketAddress {
  /** Ends in the bucket, without a slash. */
  readonly baseUrl: string
  readonly signing: AwsSigning<'s3'>
}

/** The bucket of the function whose environment this is. @throws Error naming a variable that is missing. */
export const bucketAddress = (variables: Readonly<Record<string, string | undefined>>): BucketAddress => {
  // All variables in one call, because the error names all that are missing.
  const env = environment(variables, ['BUCKET_NAME', ...SIGNING_VARIABLES])
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = variables
  // An emulator's address; it knows buckets by path.
  const emulator = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL
  return {
    baseUrl: emulator
      ? `${emulator}/${env.BUCKET_NAME}`
      : `https://${env.BUCKET_NAME}.s3.${env.AWS_REGION}.amazonaws.com`,
    signing: awsSigning(variables, 's3', RETRIES),
  }
}
