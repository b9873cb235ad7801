import { type BucketingFormula, murmur3After, totalWeight } from '../../extend.ts'

const UNLEASH_VARIANT_SEED = 86_028_157

/** Unleash: `murmur3(salt:id) % 100 + 1 <= percent`; variants with another seed, modulo the sum of the weights. */
export const unleash: BucketingFormula = {
  rollout: ({ salt, percentage }) => {
    const hash = murmur3After(`${salt}:`)
    return (id) => percentage > 0 && (hash(id) % 100) + 1 <= percentage
  },
  split: ({ salt, variants }) => {
    const hash = murmur3After(`${salt}:`, UNLEASH_VARIANT_SEED)
    const total = totalWeight(variants)
    if (!(total > 0)) return () => -1
    return (id) => {
      const target = (hash(id) % total) + 1
      let counter = 0
      for (let i = 0; i < variants.length; i += 1) {
        const { weight = 0 } = variants[i] ?? {}
        counter += weight
        if (weight > 0 && counter >= target) return i
      }
      return -1
    }
  },
}
