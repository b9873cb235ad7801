import { type AwsSigning, awsSigning } from './aws-signing.ts'

/** Where models of Amazon Bedrock are asked, and with what requests to them are signed. */
export interface BedrockAddress {
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Who asks a model decides what is worth another attempt: the client itself makes none. */
  readonly signing: AwsSigning<'bedrock'>
}

/** Bedrock in the region of the function whose environment this is. @throws Error naming a variable that is missing. */
export const bedrockAddress = (variables: Readonly<Record<string, string | undefined>>): BedrockAddress => {
  const signing = awsSigning(variables, 'bedrock', 0)
  const { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: gateway } = variables
  return { baseUrl: gateway ?? `https://bedrock-runtime.${signing.region}.amazonaws.com`, signing }
}
