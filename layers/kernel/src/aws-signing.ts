import { environment } from './environment.ts'

/** Variables with the credentials of a function's own role. The Lambda runtime sets them. */
export const SIGNING_VARIABLES = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const

/** Options of `AwsClient` of `aws4fetch` (docs/adr/0003). */
export interface AwsSigning<Service extends string = string> {
  readonly service: Service
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  /** Retries of throttled and failed requests, with full jitter from 50 ms. */
  readonly retries: number
}

/**
 * Returns the options with which a function signs its requests to a service (AWS Signature Version 4).
 * @param service the name in the signature's scope, e.g. `s3`
 * @throws Error with every missing variable
 */
export const awsSigning = <const Service extends string>(
  variables: Readonly<Record<string, string | undefined>>,
  service: Service,
  retries: number,
): AwsSigning<Service> => {
  const env = environment(variables, SIGNING_VARIABLES)
  const { AWS_SESSION_TOKEN: sessionToken } = variables
  return {
    service,
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    retries,
    ...(sessionToken ? { sessionToken } : {}),
  }
}
