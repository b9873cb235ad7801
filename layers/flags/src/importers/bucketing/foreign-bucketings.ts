import { createHash } from 'node:crypto'
import {
  ALLOCATION_END,
  type BucketingFormula,
  limitOf,
  murmur3After,
  registerBucketing,
  totalWeight,
} from '../../extend.ts'
import { growthBook } from './growthbook.ts'

/** flagd, second version: `(murmur3(salt + id) * sum) >> 32` in integers, against the running sum of the weights. */
const flagd2: BucketingFormula = {
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

/**
 * LaunchDarkly: the first 15 hexadecimal digits of `sha1(salt.id)` as a fraction. The salt contains the flag's key as
 * well. The weights of variants are parts of 100,000.
 */
const launchDarklyBucket = (salt: string, id: string): number =>
  Number.parseInt(createHash('sha1').update(`${salt}.${id}`).digest('hex').slice(0, 15), 16) / 2 ** 60

const launchDarkly: BucketingFormula = {
  rollout:
    ({ salt, percentage }) =>
    (id) =>
      launchDarklyBucket(salt, id) < percentage / 100,
  split: ({ salt, variants }) => {
    if (variants.length === 0) return () => -1
    return (id) => {
      const point = launchDarklyBucket(salt, id)
      let end = 0
      for (let i = 0; i < variants.length; i += 1) {
        end += (variants[i]?.weight ?? 0) / ALLOCATION_END
        if (point < end) return i
      }
      // If the weights sum to less than the whole range, the last variant gets the remainder.
      return variants.length - 1
    }
  },
}

const UNLEASH_VARIANT_SEED = 86_028_157

/** Unleash: `murmur3(salt:id) % 100 + 1 <= percent`; variants with another seed, modulo the sum of the weights. */
const unleash: BucketingFormula = {
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

const FORMULAS: Readonly<Record<string, BucketingFormula>> = {
  unleash,
  flagd2,
  gb1: growthBook(1),
  gb2: growthBook(2),
  ld: launchDarkly,
}

/**
 * Registers the formulas of other systems in the engine of this process. Call it in every process that evaluates
 * imported flags; without it they return their defaults, with reason ERROR. The importers call it themselves.
 */
export const registerForeignBucketings = (): void => {
  for (const [name, formula] of Object.entries(FORMULAS)) registerBucketing(name, formula)
}
