import { type AwsSigning, awsSigning } from './aws-signing.ts'

export interface BedrockAddress {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Without retries: the caller of a model decides whether another attempt is worthwhile. */
  readonly signing: AwsSigning<'bedrock'>
}

/** Returns the address of Bedrock in the function's region. @throws Error with the names of missing variables */
export const bedrockAddress = (variables: Readonly<Record<string, string | undefined>>): BedrockAddress => {
  const signing = awsSigning(variables, 'bedrock', 0)
  const { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: endpoint } = variables
  return { baseUrl: endpoint ?? `https://bedrock-runtime.${signing.region}.amazonaws.com`, signing }
}
