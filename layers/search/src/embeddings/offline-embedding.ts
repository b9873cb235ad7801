import { type EmbeddingModel, normalize } from './embedding-model.ts'

/** Enough to distinguish windows. A stored vector has a seventh of the size of a window's text. */
const DIMENSIONS = 256

/** Weight of a word relative to one of its n-grams. */
const WORD_WEIGHT = 3
const GRAM_MIN = 3
const GRAM_MAX = 5

/** Longer runs of letters are keys and encoded bytes, not words. */
const WORD_CHARACTERS_MAX = 40

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

const mixBits = (hash: number): number => {
  const a = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const b = Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return (b ^ (b >>> 16)) >>> 0
}

/** Adds a feature to one dimension with a hashed sign, so that collisions cancel out on average. */
const addFeature = (vector: Float32Array, hash: number, weight: number): void => {
  const mixedHash = mixBits(hash)
  const dimension = mixedHash % DIMENSIONS
  vector[dimension] = (vector[dimension] ?? 0) + (mixedHash & 0x40000000 ? weight : -weight)
}

const addWord = (vector: Float32Array, word: string, weight: number): void => {
  const markedWord = `^${word}$`
  const { length } = markedWord
  for (let start = 0; start <= length - GRAM_MIN; start++) {
    let hash = FNV_OFFSET
    const end = Math.min(length, start + GRAM_MAX)
    for (let i = start; i < end; i++) {
      hash = Math.imul(hash ^ markedWord.charCodeAt(i), FNV_PRIME)
      if (i - start + 1 >= GRAM_MIN) addFeature(vector, hash, weight)
    }
  }
  // Another start value than for n-grams, so that a short word and an equal n-gram are different features.
  let wordHash = FNV_OFFSET ^ 0x5bd1e995
  for (let i = 0; i < length; i++) wordHash = Math.imul(wordHash ^ markedWord.charCodeAt(i), FNV_PRIME)
  addFeature(vector, wordHash, weight * WORD_WEIGHT)
}

const vectorOf = (text: string): Float32Array => {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (word.length > 1 && word.length <= WORD_CHARACTERS_MAX) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const vector = new Float32Array(DIMENSIONS)
  for (const [word, count] of counts) {
    // Rare words tend to be long. Without a corpus, length is the only indication of rarity.
    const rarity = Math.min(1, word.length / 7)
    addWord(vector, word, (1 + Math.log(count)) * rarity)
  }
  return normalize(vector)
}

/**
 * An embedding without a trained model: words and their n-grams of three to five letters, hashed with signs into 256
 * dimensions. It compares spelling instead of meaning, so it finds words with typos and other endings. The same text
 * always has the same vector.
 */
export const offlineEmbedding: EmbeddingModel = {
  model: 'offline-hash-words-3-5-grams-v1',
  dimensions: DIMENSIONS,
  isSemantic: false,
  batchSize: 96,
  async embed(texts, _input, signal) {
    signal.throwIfAborted()
    return texts.map(vectorOf)
  },
}
