import { type AwsSigning, awsSigning } from './aws-signing.ts'

export interface BedrockAddress {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Without retries: the caller of a model decides whether another attempt is worthwhile. */
  readonly signing: AwsSigning<'bedrock'>
}

/** Bedrock in the region of the function whose environment this is. @throws Error naming a variable that is missing. */
export const bedrockAddress = (variables: Readonly<Record<string, string | undefined>>): BedrockAddress => {
  const signing = awsSigning(variables, 'bedrock', 0)
  const { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: gateway } = variables
  return { baseUrl: gateway ?? `https://bedrock-runtime.${signing.region}.amazonaws.com`, signing }
}
