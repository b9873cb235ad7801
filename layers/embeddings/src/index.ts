export { configuredEmbedding } from './configured-embedding.ts'
export { embedAll } from './embed-all.ts'
export { type EmbeddingModel, spaceName, type VectorSpace } from './embedding-model.ts'
