import { cutText, type Embedder, spaceName, termsOf } from '@signet/search/index'

console.log(termsOf('Feeding the starters')) // ['feed', 'starter']
console.log(cutText('One sentence. Another sentence.', 20).length) // 2

/** An embedder without vectors: search then uses words only. */
const embedder: Embedder = {
  model: 'none',
  dimensions: 1,
  isSemantic: false,
  documents: async (texts) => texts.map(() => new Float32Array(1)),
  query: async () => undefined,
}
console.log(spaceName(embedder)) // vectors of two spaces are not compared

export {}
