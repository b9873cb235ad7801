import {
  flagdExport,
  growthBookExport,
  launchDarklyExport,
  unleashExport,
} from '../../unit/flag-importers/vendor-exports.ts'

const FLAGS = 25

/** Returns pseudo-random numbers, the same in each run (linear congruence of Numerical Recipes). */
const randomIntegers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const randomInteger = randomIntegers(61)
const indices = Array.from({ length: FLAGS }, (_, i) => i)
const weights = (max: number): number[] => Array.from({ length: 2 + randomInteger(4) }, () => 1 + randomInteger(max))
const summingTo = (total: number): number[] => {
  const parts = weights(100)
  const sum = parts.reduce((all, part) => all + part, 0)
  const shares = parts.map((part) => Math.floor((part / sum) * total))
  return shares.map((share, i) => (i === 0 ? share + total - shares.reduce((all, each) => all + each, 0) : share))
}

const drawnUnleash = indices.map((i) => ({
  name: `drawn ${i}`,
  enabled: true,
  type: 'release',
  stale: false,
  impressionData: false,
  strategies: [
    {
      name: 'flexibleRollout',
      parameters: { rollout: `${1 + randomInteger(99)}`, stickiness: 'userId', groupId: `group ${i}` },
    },
  ],
  variants: weights(1000).map((weight, n) => ({ name: `v${n}`, weight, stickiness: 'userId' })),
}))

const drawnFlagd = indices.map((i) => {
  const shares = weights(100_000)
  return [
    `drawn ${i}`,
    {
      state: 'ENABLED',
      variants: Object.fromEntries(shares.map((_, n) => [`v${n}`, n])),
      defaultVariant: 'v0',
      targeting: { fractional: shares.map((share, n) => [`v${n}`, share]) },
    },
  ] as const
})

const drawnGrowthBook = indices.map((i) => {
  const shares = summingTo(100)
  const hashing = { hashAttribute: 'id', hashVersion: 1 + (i % 2), coverage: (1 + randomInteger(100)) / 100 }
  const experiment = {
    ...hashing,
    variations: shares.map((_, n) => `v${n}`),
    weights: shares.map((share) => share / 100),
    key: `exp ${i}`,
  }
  const rollout = { ...hashing, force: 'forced', seed: `seed ${i}` }
  return [`drawn ${i}`, { defaultValue: 'none', rules: i % 3 === 0 ? [rollout, experiment] : [experiment] }] as const
})

const drawnLaunchDarkly = indices.map((i) => {
  const shares = summingTo(100_000)
  const flag = {
    key: `drawn ${i}`,
    on: true,
    variations: shares.map((_, n) => `v${n}`),
    offVariation: 0,
    fallthrough: {
      rollout: { contextKind: 'user', variations: shares.map((weight, variation) => ({ variation, weight })) },
    },
    rules: [],
    targets: [],
    prerequisites: [],
    salt: `salt ${randomInteger(1_000_000)}`,
    version: 1,
  }
  return [flag.key, flag] as const
})

/** The exports of the unit tests, and flags with random shares. */
export const exportsOfAll = {
  unleash: { ...unleashExport, features: [...unleashExport.features, ...drawnUnleash] },
  flagd: { ...flagdExport, flags: { ...flagdExport.flags, ...Object.fromEntries(drawnFlagd) } },
  growthBook: {
    ...growthBookExport,
    features: { ...growthBookExport.features, ...Object.fromEntries(drawnGrowthBook) },
  },
  launchDarkly: {
    ...launchDarklyExport,
    flags: { ...launchDarklyExport.flags, ...Object.fromEntries(drawnLaunchDarkly) },
  },
}
