import { awsSigning } from '@signet/kernel/aws-signing'
import { AwsClient } from 'aws4fetch'
import type { Send } from './ask-comprehend.ts'

const RETRIES = 2

/** Signs and sends requests to Amazon Comprehend with the function's own role. */
export const comprehendClient = (variables: Readonly<Record<string, string | undefined>>): Send => {
  const signing = awsSigning(variables, 'comprehend', RETRIES)
  const client = new AwsClient(signing)
  const { AWS_ENDPOINT_URL_COMPREHEND: endpoint } = variables
  const url = endpoint ?? `https://comprehend.${signing.region}.amazonaws.com/`
  return (init) => client.fetch(url, init)
}
