import { createHash } from 'node:crypto'
import { ALLOCATION_END, type BucketingFormula } from '../../extend.ts'

/** LaunchDarkly: the first 15 hexadecimal digits of `sha1(salt.id)`. The salt contains the flag's key as well. */
const launchDarklyBucket = (salt: string, id: string): number =>
  Number.parseInt(createHash('sha1').update(`${salt}.${id}`).digest('hex').slice(0, 15), 16) / 2 ** 60

export const launchDarkly: BucketingFormula = {
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
      // Weights that do not reach the end leave the rest to the last.
      return variants.length - 1
    }
  },
}
