export { configuredEmbedding } from './configured-embedding.ts'
export { embedAll } from './embed-all.ts'
export type { EmbeddingModel } from './embedding-model.ts'
export { EmbeddingLimitError, embeddedTokens, guardedEmbedding } from './guarded-embedding.ts'
