import { configuredEmbedding, embedAll } from '@signet/search/embeddings'

const model = configuredEmbedding({ EMBEDDING_MODEL: 'offline' })
const vectors = await embedAll(model, ['a hive of bees', 'a beehive'], 'document', { signal: AbortSignal.timeout(10_000) })

console.log(vectors.length, vectors[0]?.length === model.dimensions) // 2 true
console.log(model.model, model.dimensions) // vectors of another model or size must not be compared
console.log(model.isSemantic) // false: the offline model compares spelling

export {}
