/**
 * Each component of a vector is rounded to one of sixteen odd numbers from -15 to 15, which take four bits. None of
 * them is 0, so the sign is preserved. The precision suffices for ranking.
 */
const LEVEL_MAX = 15
const HALF_LEVELS = 8

const levelOf = (fraction: number): number =>
  Math.min(HALF_LEVELS - 1, Math.max(-HALF_LEVELS, Math.floor(fraction * HALF_LEVELS))) * 2 + 1

/** Quantizes vectors in sequence, each scaled so that its largest component is LEVEL_MAX or -LEVEL_MAX. */
export const quantized = (vectors: readonly Float32Array[], dimensions: number): Int8Array => {
  const all = new Int8Array(vectors.length * dimensions)
  vectors.forEach((vector, index) => {
    let largest = Number.MIN_VALUE
    for (const value of vector) largest = Math.max(largest, Math.abs(value))
    for (let i = 0; i < dimensions; i++) all[index * dimensions + i] = levelOf((vector[i] ?? 0) / largest)
  })
  return all
}

/** Packs two components per byte. */
export const packedVectors = (vectors: Int8Array): Uint8Array => {
  const packed = new Uint8Array(vectors.length / 2)
  for (let i = 0; i < packed.length; i++) {
    packed[i] = (((vectors[i * 2] ?? 0) + LEVEL_MAX) >> 1) | ((((vectors[i * 2 + 1] ?? 0) + LEVEL_MAX) >> 1) << 4)
  }
  return packed
}

export const unpackedVectors = (packed: Uint8Array): Int8Array => {
  const vectors = new Int8Array(packed.length * 2)
  for (let i = 0; i < packed.length; i++) {
    const byte = packed[i] ?? 0
    vectors[i * 2] = (byte & 15) * 2 - LEVEL_MAX
    vectors[i * 2 + 1] = (byte >> 4) * 2 - LEVEL_MAX
  }
  return vectors
}

/**
 * Extracts the signs of vectors, one bit per dimension, 32 bits in a number. Comparing signs costs a sixteenth of
 * calculating cosines.
 */
export const signsOf = (vectors: Int8Array, dimensions: number): Uint32Array => {
  const words = dimensions / 32
  const count = vectors.length / dimensions
  const signs = new Uint32Array(count * words)
  for (let word = 0; word < signs.length; word++) {
    let bits = 0
    const from = word * 32
    for (let bit = 0; bit < 32; bit++) bits |= (vectors[from + bit] ?? 0) > 0 ? 1 << bit : 0
    signs[word] = bits
  }
  return signs
}

export const normsOf = (vectors: Int8Array, dimensions: number): Float32Array => {
  const norms = new Float32Array(vectors.length / dimensions)
  for (let index = 0; index < norms.length; index++) {
    let sum = 0
    const from = index * dimensions
    for (let i = 0; i < dimensions; i++) {
      const value = vectors[from + i] ?? 0
      sum += value * value
    }
    norms[index] = Math.sqrt(sum)
  }
  return norms
}

const bitCount = (value: number): number => {
  const pairs = value - ((value >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Counts, for each vector, the dimensions whose sign agrees with the query's. */
export const agreements = (signs: Uint32Array, query: Uint32Array, dimensions: number): Uint16Array => {
  const words = query.length
  const agreement = new Uint16Array(signs.length / words)
  let wordIndex = 0
  for (let row = 0; row < agreement.length; row++) {
    let different = 0
    for (let word = 0; word < words; word++) different += bitCount(((signs[wordIndex++] ?? 0) ^ (query[word] ?? 0)) | 0)
    agreement[row] = dimensions - different
  }
  return agreement
}

/** Calculates the cosine of a unit query vector and one vector; 0 for a zero vector. */
export const cosineAt = (vectors: Int8Array, norms: Float32Array, index: number, query: Float32Array): number => {
  const norm = norms[index] ?? 0
  if (norm === 0) return 0
  let sum = 0
  const from = index * query.length
  for (let i = 0; i < query.length; i++) sum += (vectors[from + i] ?? 0) * (query[i] ?? 0)
  return sum / norm
}
