import { environment } from '@signet/kernel/environment'
import { AwsClient } from 'aws4fetch'
import type { Send } from './ask-comprehend.ts'

/** Signs and sends requests to Amazon Comprehend with the function's own role. */
export const comprehendClient = (variables: Readonly<Record<string, string | undefined>>): Send => {
  const env = environment(variables, ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
  const { AWS_SESSION_TOKEN: sessionToken, AWS_ENDPOINT_URL_COMPREHEND: endpoint } = variables
  const client = new AwsClient({
    service: 'comprehend',
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    retries: 2,
    ...(sessionToken ? { sessionToken } : {}),
  })
  const url = endpoint ?? `https://comprehend.${env.AWS_REGION}.amazonaws.com/`
  return (init) => client.fetch(url, init)
}
