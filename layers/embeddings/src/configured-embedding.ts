import { bedrockAddress } from '@signet/kernel/bedrock-address'
import { AwsClient } from 'aws4fetch'
import { bedrockEmbedding } from './bedrock-embedding.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import { offlineEmbedding } from './offline-embedding.ts'

/** The embedding model that a function's environment names as EMBEDDING_MODEL. @throws Error for an unknown model. */
export const configuredEmbedding = (variables: Readonly<Record<string, string | undefined>>): EmbeddingModel => {
  const { EMBEDDING_MODEL: model = 'offline' } = variables
  if (model === 'offline') return offlineEmbedding
  const { baseUrl, signing } = bedrockAddress(variables)
  const client = new AwsClient(signing)
  return bedrockEmbedding({ send: (url, init) => client.fetch(url, init), baseUrl, model })
}
