import { awsSigning, SIGNING_VARIABLES } from '../aws-signing.ts'
import { environment } from '../environment.ts'
import { signedFetch, signedUrl } from '../signed-fetch.ts'
import type { BucketConnection } from './bucket-call.ts'

const RETRIES = 4

/**
 * Milliseconds for one attempt including its bytes, in the same region. A second attempt fits into a request of the
 * API.
 */
const TIMEOUT_MS = 14_000

/** Connects to the bucket whose name is in the given variable. @throws Error with the names of missing variables */
export const bucketConnection = (
  variables: Readonly<Record<string, string | undefined>>,
  variable: 'BUCKET_NAME' | 'EXPORTS_BUCKET' = 'BUCKET_NAME',
): BucketConnection => {
  // Reads all variables in one call, because the error lists all that are missing.
  const env = environment(variables, [variable, ...SIGNING_VARIABLES])
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL } = variables
  // An emulator's address. Emulators address buckets by path.
  const emulator = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL
  const signing = awsSigning(variables, 's3', RETRIES)
  return {
    name: env[variable],
    baseUrl: emulator ? `${emulator}/${env[variable]}` : `https://${env[variable]}.s3.${env.AWS_REGION}.amazonaws.com`,
    send: signedFetch(signing, { timeoutMs: TIMEOUT_MS }),
    signUrl: signedUrl(signing),
  }
}
