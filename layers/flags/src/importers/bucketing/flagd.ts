import { type BucketingFormula, limitOf, murmur3After, totalWeight } from '../../extend.ts'

/** flagd, second version: `(murmur3(salt + id) * sum) >> 32` in integers, against the running sum of the weights. */
export const flagd2: BucketingFormula = {
  rollout: ({ salt, percentage }) => {
    const hash = murmur3After(salt)
    const limit = limitOf(Math.round(percentage * 1000))
    return (id) => hash(id) < limit
  },
  split: ({ salt, variants }) => {
    const hash = murmur3After(salt)
    const total = totalWeight(variants)
    if (!(total > 0)) return () => -1
    return (id) => {
      // Weights sum to less than 2^31: the product needs more bits than a double has.
      const bucket = Number((BigInt(hash(id)) * BigInt(total)) >> 32n)
      let end = 0
      for (let i = 0; i < variants.length; i += 1) {
        end += variants[i]?.weight ?? 0
        if (bucket < end) return i
      }
      return -1
    }
  },
}
