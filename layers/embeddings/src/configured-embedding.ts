import { environment } from '@signet/kernel/environment'
import { AwsClient } from 'aws4fetch'
import { bedrockEmbedding } from './bedrock-embedding.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import { offlineEmbedding } from './offline-embedding.ts'

/** The embedding model that a function's environment names as EMBEDDING_MODEL. @throws Error for one that is not known. */
export const configuredEmbedding = (variables: Readonly<Record<string, string | undefined>>): EmbeddingModel => {
  const { EMBEDDING_MODEL: model = 'offline', AWS_SESSION_TOKEN: sessionToken } = variables
  if (model === 'offline') return offlineEmbedding
  const env = environment(variables, ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
  const client = new AwsClient({
    service: 'bedrock',
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    retries: 0,
    ...(sessionToken ? { sessionToken } : {}),
  })
  const { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: gateway } = variables
  const baseUrl = gateway ?? `https://bedrock-runtime.${env.AWS_REGION}.amazonaws.com`
  return bedrockEmbedding({ send: (url, init) => client.fetch(url, init), baseUrl, model })
}
