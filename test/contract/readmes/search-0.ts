import { termsOf } from '@signet/search/index'
import { configuredEmbedding } from '@signet/search/embeddings'

console.log(termsOf('Feeding the starters'), configuredEmbedding) // ['feed', 'starter']

export {}
