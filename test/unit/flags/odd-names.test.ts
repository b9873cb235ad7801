import { checkFlag, checkSegment, createFlags, type EvaluationContext, type FlagInput } from '@signet/flags'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeUse } from '../../../layers/flags/src/metrics/index.ts'

/** Names of properties of Object.prototype, and other names with a special meaning. */
const SPECIAL_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'then']
const objectWith = <T>(name: string, value: T): Record<string, T> => Object.fromEntries([[name, value]])

describe.each(SPECIAL_NAMES)('the special name %s', (name) => {
  it('works as a tenant and a user, with and without an override', () => {
    const flags = createFlags()
    flags.createFlag({ key: 'f', type: 'boolean', enabled: true, rules: [{ any: [], result: true }] })
    expect(flags.isEnabled('f', { tenant: name, user: name })).toBe(false)
    flags.setTenantOverride(name, 'f', true)
    flags.setTenantOverride('other', 'f', true)
    expect(flags.forTenant(name).isEnabled('f')).toBe(true)
    expect(Object.keys(flags.snapshot.flags[0]?.overrides?.tenants ?? {})).toEqual([name, 'other'])
    flags.setTenantOverride(name, 'f', undefined)
    expect([flags.forTenant(name).isEnabled('f'), flags.forTenant('other').isEnabled('f')]).toEqual([false, true])
    const users = { overrides: { users: objectWith(name, true) } }
    flags.createFlag({ key: 'g', type: 'boolean', enabled: true, rules: [{ any: [], result: true }], ...users })
    expect([flags.isEnabled('g', { user: name }), flags.isEnabled('g', { user: 'u' })]).toEqual([true, false])
    expect(
      checkFlag({ key: 'f', type: 'boolean', enabled: true, overrides: { users: objectWith(name, 'x') } }),
    ).toMatchObject([{ field: `overrides.users.${name}` }])
  })

  it('works as an attribute, in an object, and as the attribute that assigns users', () => {
    const rule = (attribute: string) => ({ attribute, operator: 'equals', value: 'x', result: true }) as const
    const flags = createFlags()
    flags.createFlag({ key: 'f', type: 'boolean', enabled: true, rules: [rule(name), rule(`a.${name}`)] })
    const contexts = [{}, objectWith(name, 'x'), { a: {} }, { a: objectWith(name, 'x') }] as EvaluationContext[]
    expect(contexts.map((context) => flags.isEnabled('f', context))).toEqual([false, true, false, true])
    expect(flags.forContext(objectWith(name, 'x')).isEnabled('f')).toBe(true)
    flags.createFlag({ key: 'p', type: 'percentage', percentage: 99.999, by: name })
    expect(flags.evaluate('p', {}).errorCode).toBe('TARGETING_KEY_MISSING')
    expect(flags.evaluate('p', objectWith(name, 'x')).value).toBe(true)
    const existsRule = { attribute: name, operator: 'exists', result: true } as const
    flags.createFlag({ key: 'e', type: 'boolean', enabled: true, rules: [existsRule] })
    expect([flags.isEnabled('e', {}), flags.isEnabled('e', objectWith(name, 1))]).toEqual([false, true])
  })

  it('works as a flag, a segment, a rule, a variant, metadata, and in all of their counts', () => {
    const when = { attribute: 'plan', operator: 'equals', value: 'pro' } as const
    const flags = createFlags({
      flags: objectWith(name, { type: 'boolean', enabled: true }),
      segments: [{ key: name, when }],
    })
    expect([flags.isEnabled(name), flags.isEnabled(`no ${name}`)]).toEqual([true, false])
    const flag: FlagInput = {
      key: 'v',
      type: 'variant',
      variants: [
        { key: name, weight: 1, payload: objectWith(name, 1) },
        { key: 'b', weight: 0 },
      ],
      rules: [{ id: name, segment: name, result: name }],
      default: 'b',
      metadata: objectWith(name, 'fact'),
      prerequisites: [{ flag: name }],
    }
    flags.createFlag(flag)
    const evaluation = flags.evaluate('v', { plan: 'pro' })
    expect(evaluation).toMatchObject({ value: name, rule: name, source: 'rule' })
    expect([Object.keys(evaluation.payload ?? {}), Object.keys(evaluation.metadata ?? {})]).toEqual([[name], [name]])
    flags.reportError('v', { plan: 'pro' })
    expect(Object.entries(flags.getMetrics('v').variants)).toEqual([[name, 1]])
    expect(Object.entries(flags.getMetrics('v').errors)).toEqual([[name, 1]])
    const [, use] = flags.takeDeltas()?.flags ?? []
    if (!use) throw new Error('No evaluation was counted')
    expect(Object.entries(mergeUse(use, use).variants)).toEqual([[name, 2]])
  })
})

describe('lone surrogates', () => {
  const LONE_SURROGATE = 'a\uD800b'
  const base = { key: 'f', type: 'variant', variants: [{ key: 'a', weight: 1 }] } as const
  it.each<[string, object, string]>([
    ['a key', { key: LONE_SURROGATE }, 'key'],
    ['a description', { description: LONE_SURROGATE }, 'description'],
    ['a tag', { tags: [LONE_SURROGATE] }, 'tags.0'],
    ['a name of metadata', { metadata: { [LONE_SURROGATE]: 1 } }, `metadata.${LONE_SURROGATE}`],
    ['metadata', { metadata: { a: LONE_SURROGATE } }, 'metadata.a'],
    ['a variant', { variants: [{ key: LONE_SURROGATE, weight: 1 }] }, 'variants.0.key'],
    ['a payload', { variants: [{ key: 'a', weight: 1, payload: [{ x: LONE_SURROGATE }] }] }, 'variants.0.payload'],
    [
      'a name in a payload',
      { variants: [{ key: 'a', weight: 1, payload: { [LONE_SURROGATE]: 1 } }] },
      'variants.0.payload',
    ],
    ['an attribute', { rules: [{ attribute: LONE_SURROGATE, operator: 'exists' }] }, 'rules.0.attribute'],
    ['a value', { rules: [{ attribute: 'x', operator: 'equals', value: LONE_SURROGATE }] }, 'rules.0.value'],
    ['a list', { rules: [{ attribute: 'x', operator: 'in', value: ['a', LONE_SURROGATE] }] }, 'rules.0.value'],
    ['a segment', { rules: [{ segment: LONE_SURROGATE }] }, 'rules.0.segment'],
    ['a salt', { salt: LONE_SURROGATE }, 'salt'],
    ['a user', { overrides: { users: { [LONE_SURROGATE]: 'a' } } }, `overrides.users.${LONE_SURROGATE}`],
    ['a tenant', { overrides: { tenants: { [LONE_SURROGATE]: 'a' } } }, `overrides.tenants.${LONE_SURROGATE}`],
    ['a prerequisite', { prerequisites: [{ flag: LONE_SURROGATE }] }, 'prerequisites.0.flag'],
  ])('cause an error with field and rule in %s', (_, parts, field) => {
    expect(checkFlag({ ...base, ...parts })).toEqual([{ field, message: 'must be well-formed Unicode' }])
  })

  it('cause an error in a segment', () => {
    const when = { attribute: 'x', operator: 'equals', value: LONE_SURROGATE }
    expect(checkSegment({ key: LONE_SURROGATE, when }).map(({ field }) => field)).toEqual(['key', 'when.value'])
  })

  it('in an id never throw, and hash as U+FFFD, as in UTF-8', () => {
    const text = fc.string({ unit: fc.constantFrom('\uD800', '\uDC00', '\uFFFD', 'a', 'я', '😀') })
    const flags = createFlags()
    flags.createFlag({ key: 'p', type: 'percentage', percentage: 50 })
    flags.createFlag({
      key: 'r',
      type: 'boolean',
      enabled: true,
      rules: [{ attribute: 'x', operator: 'regex', value: '^.$', result: true }],
    })
    fc.assert(
      fc.property(text, (id) => {
        const context = { user: id, tenant: id, x: id, [id]: id }
        expect(flags.isEnabled('p', { user: id })).toBe(flags.isEnabled('p', { user: id.toWellFormed() }))
        expect(flags.explain('r', context)?.errorCode).toBeUndefined()
      }),
    )
  })
})
