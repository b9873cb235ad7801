import { bedrockAddress } from '@signet/kernel/bedrock-address'
import { signedFetch } from '@signet/kernel/signed-fetch'
import { bedrockEmbedding } from './bedrock-embedding.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import { offlineEmbedding } from './offline-embedding.ts'

const TIMEOUT_MS = 30_000

/**
 * Returns the embedding model that the variable EMBEDDING_MODEL names.
 * @throws Error for an unknown model.
 */
export const configuredEmbedding = (variables: Readonly<Record<string, string | undefined>>): EmbeddingModel => {
  const { EMBEDDING_MODEL: model = 'offline' } = variables
  if (model === 'offline') return offlineEmbedding
  const { baseUrl, signing } = bedrockAddress(variables)
  return bedrockEmbedding({ send: signedFetch(signing, { timeoutMs: TIMEOUT_MS }), baseUrl, model })
}
