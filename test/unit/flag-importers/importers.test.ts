import { createHash } from 'node:crypto'
import { checkSnapshot, createFlags, type EvaluationContext } from '@signet/flags'
import {
  flagdContext,
  growthBookContext,
  type ImportResult,
  importFlagd,
  importGrowthBook,
  importLaunchDarkly,
  importUnleash,
  launchDarklyContext,
  unleashContext,
} from '@signet/flags/importers'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { scaled } from '../../support/scale.ts'
import { flagdExport, growthBookExport, launchDarklyExport, unleashExport } from './vendor-exports.ts'

const sampleUsers = Array.from({ length: 500 }, (_, i) => ({
  id: `user-${i}`,
  ...(i % 2 ? { plan: 'pro' } : {}),
  country: ['DE', 'FR', 'it'][i % 3],
  age: i % 90,
  company: `company-${i % 50}`,
}))
type SampleUser = (typeof sampleUsers)[number]

/** Returns a hash of the values of all flags for all users. It changes if any user gets another value. */
const fingerprint = (
  { flags, segments, problems }: ImportResult,
  contextOf: (person: SampleUser) => EvaluationContext,
): string => {
  expect(problems).toEqual([])
  const importedFlags = createFlags()
  importedFlags.useSnapshot({ version: 1, flags, segments })
  const valuesByFlag = flags.map(({ key }) => [
    key,
    sampleUsers.map((person) => {
      const { enabled, variant } = importedFlags.evaluate(key, contextOf(person))
      return `${enabled} ${variant}`
    }),
  ])
  return createHash('sha256').update(JSON.stringify(valuesByFlag)).digest('hex').slice(0, 16)
}

describe('a flagd variant with all of the weight', () => {
  const variantFor = (fractional: readonly unknown[], context: Readonly<Record<string, unknown>>) => {
    const flag = { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'off' }
    const { flags, segments, problems } = importFlagd({ flags: { f: { ...flag, targeting: { fractional } } } })
    expect(problems).toEqual([])
    const served = createFlags()
    served.useSnapshot({ version: 1, flags, segments })
    return served.evaluate('f', flagdContext(context)).variant
  }
  const emailReference = { var: 'email' }

  test.each([
    ['a user with a targeting key', [['on', 100]], { targetingKey: 'ada' }, 'on'],
    ['no user without a targeting key', [['on', 100]], {}, 'off'],
    [
      'no user without a targeting key, if another variant has no weight',
      [
        ['on', 100],
        ['off', 0],
      ],
      {},
      'off',
    ],
    ['no user without the attribute', [emailReference, ['on', 100], ['off', 0]], { targetingKey: 'ada' }, 'off'],
    [
      'users without one of the concatenated attributes',
      [{ cat: ['f', emailReference] }, ['on', 1]],
      { targetingKey: 'ada' },
      'on',
    ],
  ] as const)('wins for %s', (_, fractional, context, variant) => {
    expect(variantFor(fractional, context)).toBe(variant)
  })
})

describe('a value of null', () => {
  const bannerPayload = ({ flags, segments, problems }: ImportResult, plan = 'free') => {
    expect(problems).toEqual([])
    const served = createFlags()
    served.useSnapshot({ version: 1, flags, segments })
    return served.getPayload('banner', { user: 'u', plan })
  }

  it('a null variation of LaunchDarkly has null as its payload', () => {
    const banner = { key: 'banner', version: 1, on: true, variations: [null, { color: 'green' }], salt: 'a1' }
    const targeting = { fallthrough: { variation: 0 }, offVariation: 1, targets: [], rules: [], prerequisites: [] }
    const imported = importLaunchDarkly({ flags: { banner: { ...banner, ...targeting } }, segments: {} })
    expect(bannerPayload(imported)).toBeNull()
  })

  it.each([{ defaultVariant: null }, {}])(
    'a flagd flag without a default variant returns null: %j',
    (defaultOptions) => {
      const banner = { state: 'ENABLED', variants: { null: 'a trap', green: { color: 'green' } }, ...defaultOptions }
      const rule = { if: [{ '==': [{ var: 'plan' }, 'pro'] }, 'green'] }
      expect(bannerPayload(importFlagd({ flags: { banner } }))).toBeNull()
      const targeted = importFlagd({ flags: { banner: { ...banner, targeting: rule } } })
      expect(bannerPayload(targeted)).toBeNull()
      expect(bannerPayload(targeted, 'pro')).toEqual({ color: 'green' })
    },
  )
})

/** The hashes were recorded when `test/bench/flags/agreement.ts` confirmed that every vendor's engine agrees. */
describe('values of imported flags', () => {
  it('flags from Unleash evaluate to the pinned values', () => {
    const contextOf = ({ id, ...properties }: SampleUser) => unleashContext({ userId: id, properties })
    expect(fingerprint(importUnleash(unleashExport), contextOf)).toMatchInlineSnapshot(`"16070cd5b6a66d22"`)
  })
  it('flags from flagd evaluate to the pinned values', () => {
    const contextOf = ({ id, ...attributes }: SampleUser) => flagdContext({ targetingKey: id, ...attributes })
    expect(fingerprint(importFlagd(flagdExport), contextOf)).toMatchInlineSnapshot(`"c242cebd611119d1"`)
  })
  it('flags from GrowthBook evaluate to the pinned values', () => {
    expect(fingerprint(importGrowthBook(growthBookExport), growthBookContext)).toMatchInlineSnapshot(
      `"0acb9381b88c906f"`,
    )
  })
  it('flags from LaunchDarkly evaluate to the pinned values', () => {
    const contextOf = ({ id, ...attributes }: SampleUser) =>
      launchDarklyContext({ kind: 'user', key: id, ...attributes })
    expect(fingerprint(importLaunchDarkly(launchDarklyExport), contextOf)).toMatchInlineSnapshot(`"9b6526de888aaaa8"`)
  })
})

const importFlagdTargeting = (targeting: unknown) =>
  importFlagd({
    flags: { f: { state: 'ENABLED', variants: { on: true, off: false }, defaultVariant: 'off', targeting } },
  })
const importGrowthBookRule = (rule: object) => importGrowthBook({ features: { f: { defaultValue: 1, rules: [rule] } } })
const importLaunchDarklyFlag = (more: object, segments: object = {}) =>
  importLaunchDarkly({
    flags: {
      f: { key: 'f', on: true, variations: [1, 2], offVariation: 0, fallthrough: { variation: 1 }, salt: 's', ...more },
    },
    segments,
  })

describe('a flag without an exact equivalent', () => {
  test.each([
    ['an expression', importFlagdTargeting({ if: [{ '+': [1, { var: 'x' }] }, 'on'] }), /targeting has/],
    ['a missing variant', importFlagdTargeting({ if: [{ '==': [{ var: 'x' }, 1] }, 'blue'] }), /not a variant/],
    [
      'a hash of several attributes',
      importFlagdTargeting({ fractional: [{ cat: [{ var: 'a' }, { var: 'b' }, 'c'] }, ['on', 1]] }),
      /hashes/,
    ],
    ['a namespace', importGrowthBookRule({ variations: [1, 2], namespace: ['n', 0, 0.5] }), /namespace/],
    ['a finer coverage', importGrowthBookRule({ force: 2, coverage: 0.1234567 }), /finer than 0.001/],
    ['an unknown hash version', importGrowthBookRule({ force: 2, coverage: 0.1, hashVersion: 3 }), /version 3/],
    ['a comparison of padded versions', importGrowthBookRule({ force: 2, condition: { v: { $vgt: '1.2' } } }), /\$vgt/],
    [
      'a pattern with lookahead',
      importGrowthBookRule({ force: 2, condition: { v: { $regex: '(?=a)' } } }),
      /lookahead/,
    ],
    [
      'another context kind',
      importLaunchDarklyFlag({
        rules: [{ clauses: [{ attribute: 'x', op: 'in', values: [1], contextKind: 'org' }], variation: 0 }],
      }),
      /kind org/,
    ],
    [
      'a segment with a percentage of users',
      importLaunchDarklyFlag(
        { rules: [{ clauses: [{ op: 'segmentMatch', values: ['s'] }], variation: 0 }] },
        { s: { key: 's', rules: [{ clauses: [], weight: 5 }] } },
      ),
      /segment s/,
    ],
  ])('%s is reported, and the flag is not imported', (_, { flags, problems }, reason) => {
    expect(flags).toEqual([])
    expect(problems.map(({ message }) => message).join()).toMatch(reason)
  })

  it('an unknown strategy of Unleash matches no user, as in Unleash', () => {
    const { flags, problems } = importUnleash({
      features: [{ name: 'f', enabled: true, strategies: [{ name: 'ours' }] }],
    })
    const served = createFlags()
    served.useSnapshot({ version: 1, flags, segments: [] })
    expect([served.isEnabled('f', { user: 'a' }), problems[0]?.message]).toEqual([
      false,
      expect.stringContaining('ours'),
    ])
  })
})

describe('a random export', () => {
  const vendors = [importUnleash, importFlagd, importGrowthBook, importLaunchDarkly]
  const exportsByVendor = [unleashExport, flagdExport, growthBookExport, launchDarklyExport]

  /** Returns an export with one of its parts replaced by another. */
  const withReplacedPart = (source: unknown, steps: readonly number[], value: unknown): unknown => {
    if (typeof source !== 'object' || source === null || steps.length === 0) return value
    const copy: Record<string, unknown> = Array.isArray(source) ? ([...source] as never) : { ...source }
    const keys = Object.keys(copy)
    const key = keys[(steps[0] ?? 0) % Math.max(1, keys.length)] ?? 'x'
    copy[key] = withReplacedPart(copy[key], steps.slice(1), value)
    return copy
  }

  it('results in flags that can be evaluated, or problems, and never throws', () => {
    fc.assert(
      fc.property(
        fc.nat(3),
        fc.array(fc.nat(20), { minLength: 1, maxLength: 8 }),
        fc.jsonValue(),
        (vendor, steps, value) => {
          const { flags, segments } = vendors[vendor]!(withReplacedPart(exportsByVendor[vendor], steps, value))
          expect(checkSnapshot({ version: 1, flags, segments })).toEqual([])
          const served = createFlags()
          served.useSnapshot({ version: 1, flags, segments })
          for (const { key } of flags) expect(typeof served.isEnabled(key, { user: 'u' })).toBe('boolean')
        },
      ),
      { numRuns: scaled(400, 1_500), seed: 6 },
    )
  })
})
