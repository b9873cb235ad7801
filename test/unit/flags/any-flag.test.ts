import { checkFlag, createFlags, type FlagDefinition, FlagsRefused, flagFrom } from '@signet/flags'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled } from '../../support/scale.ts'

const booleanFlag = (more: object = {}) => ({ key: 'f', type: 'boolean', enabled: true, ...more })
const variantFlag = (more: object = {}) => ({ key: 'f', type: 'variant', ...more })

/** Generates flags with valid fields, sometimes with invalid values. */
const approximateFlags = () => {
  const text = fc.oneof(fc.constantFrom('a', 'b', 'user', 'tenant', '__proto__', 'constructor', 'a.b'), fc.string())
  const operator = fc.constantFrom(
    'equals',
    'in',
    'notIn',
    'gt',
    'after',
    'between',
    'regex',
    'cidr',
    'semverGt',
    'contains',
    'exists',
    'odd',
  )
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('(a+)+$', '10.0.0.0/8', '1.2.3', '2026-01-01T00:00:00Z'),
    fc.constant({ from: '22:00', to: '06:00', timezone: 'Asia/Kolkata' }),
  )
  const condition = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.record({ attribute: text, operator, value }, { requiredKeys: ['attribute', 'operator'] }),
      fc.record({ segment: text }),
      fc.record({ all: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ not: tie('node') }),
    ),
  })).node as fc.Arbitrary<object>
  const percentage = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double())
  const rollout = fc.record({ percentage, by: fc.oneof(text, fc.array(text)) }, { requiredKeys: ['percentage'] })
  const weights = fc.array(
    fc.record({ key: text, weight: fc.oneof(fc.nat(100), fc.double()), payload: fc.jsonValue() }),
    { maxLength: 3 },
  )
  const anyRule = fc
    .tuple(condition, fc.record({ id: text, result: fc.oneof(fc.boolean(), text), rollout }, { requiredKeys: [] }))
    .map(([when, outcome]) => ({ ...when, ...outcome }))
  const instant = fc.constantFrom('2026-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z', 'soon')
  const guard = fc.oneof(
    fc.constant({ type: 'error_rate', maxPercent: 1, minEvaluations: 1 }),
    fc.constant({ type: 'alarm', alarm: 'a' }),
    fc.jsonValue({ maxDepth: 1 }),
  )
  const canaries = fc.record({
    id: fc.constantFrom('c', ''),
    status: fc.constantFrom('running', 'paused', 'succeeded', 'odd'),
    stages: fc.oneof(fc.constant([5, 10, 25, 50, 100]), fc.array(percentage)),
    percentage,
    dwellSeconds: fc.constantFrom(1, 900, 0.5),
    startedAt: instant,
    stageStartedAt: instant,
    nextAt: fc.oneof(instant, fc.constant(null)),
    guards: fc.array(guard, { maxLength: 2 }),
    previous: fc.oneof(fc.record({ enabled: fc.boolean() }), fc.record({ enabled: fc.boolean(), percentage })),
  })
  return fc.record(
    {
      key: text,
      type: fc.constantFrom('boolean', 'percentage', 'variant'),
      enabled: fc.boolean(),
      percentage,
      variants: weights,
      rules: fc.array(anyRule, { maxLength: 3 }),
      default: fc.oneof(fc.boolean(), text),
      by: fc.oneof(text, fc.constant('random')),
      bucketing: fc.constantFrom('v1', 'unleash', 'flagd2', 'gb1', 'gb2', 'ld'),
      canary: canaries,
      overrides: fc.record({ users: fc.dictionary(text, fc.boolean()) }),
      prerequisites: fc.array(fc.record({ flag: text }), { maxLength: 2 }),
      schedule: fc.array(
        fc.record({ at: fc.constant('2026-01-01T00:00:00Z'), set: fc.record({ enabled: fc.boolean() }) }),
        {
          maxLength: 1,
        },
      ),
    },
    { requiredKeys: ['key', 'type'] },
  )
}

/** Returns the flag without its invalid parts; undefined if it is still invalid. */
const withoutProblems = (flag: unknown): FlagDefinition | undefined => {
  for (let round = 0; round < 3; round += 1) {
    const problems = checkFlag(flag)
    if (problems.length === 0) return flag as FlagDefinition
    if (typeof flag !== 'object' || flag === null) return undefined
    const parts = flag as Record<string, unknown>
    const invalidFields = new Set(problems.map(({ field }) => field.split('.').slice(0, 2).join('.')))
    if (Array.isArray(parts.rules)) parts.rules = parts.rules.filter((_, i) => !invalidFields.has(`rules.${i}`))
    for (const field of invalidFields) if (!field.startsWith('rules.')) delete parts[field.split('.')[0] ?? '']
    parts.key ??= 'f'
    parts.enabled ??= true
    if (parts.type === 'percentage') parts.percentage ??= 50
    if (parts.type === 'variant')
      parts.variants ??= [
        { key: 'a', weight: 1 },
        { key: 'b', weight: 0 },
      ]
  }
  return undefined
}

describe('a flag that passes the check', () => {
  it('evaluates without throwing, in under 5 ms, for any context', () => {
    let validCount = 0
    const inputs = fc.oneof(approximateFlags(), fc.jsonValue())
    fc.assert(
      fc.property(inputs, fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()), (flag, context) => {
        const validFlag = withoutProblems(flag)
        if (!validFlag) return
        validCount += 1
        const flags = createFlags()
        const definition = flagFrom(validFlag)
        flags.useSnapshot({ version: 1, flags: [definition], segments: [] })
        const subjects = [context, { user: 'u', ...(context as object) }, { 'a.b': 'x', user: 'a', tenant: 'b' }]
        for (const subject of subjects) {
          flags.evaluate(definition.key, subject as never)
          // The minimum of several runs excludes pauses of the machine.
          const times = [1, 2, 3, 4].map(() => {
            const startedAt = performance.now()
            flags.evaluate(definition.key, subject as never)
            return performance.now() - startedAt
          })
          expect(Math.min(...times)).toBeLessThan(5)
          const { value, reason, errorCode } = flags.evaluate(definition.key, subject as never)
          expect(['boolean', 'string']).toContain(typeof value)
          expect(reason === 'ERROR').toBe(errorCode !== undefined)
          expect(flags.explain(definition.key, subject as never)?.steps.length ?? 1).toBeGreaterThan(0)
        }
      }),
      { numRuns: scaled(1_500, 6_000), seed: 1 },
    )
    expect(validCount).toBeGreaterThan(300)
  })

  it('takes under 5 ms at the limits: 200 rules, 10,000 values, the worst pattern over the longest text', () => {
    const longList = Array.from({ length: 10_000 }, (_, i) => `value-${i}`)
    const rules = Array.from(
      { length: 199 },
      (_, i) => ({ attribute: 'x', operator: 'in', value: i < 3 ? longList : ['y'], result: true }) as const,
    )
    const worstRule = { attribute: 'x', operator: 'regex', value: `(${'a?'.repeat(70)}){2}b`, result: true } as const
    const flags = createFlags()
    flags.createFlag({ key: 'f', type: 'boolean', enabled: true, rules: [...rules, worstRule] })
    const context = { x: 'a'.repeat(512) }
    const times = Array.from({ length: 20 }, () => {
      const startedAt = performance.now()
      flags.isEnabled('f', context)
      return performance.now() - startedAt
    })
    expect(Math.min(...times)).toBeLessThan(5)
  })
})

it('a snapshot with a deep or hostile flag is refused', () => {
  const flags = createFlags()
  const deep = JSON.parse(`${'{"not":'.repeat(5000)}{"all":[]}${'}'.repeat(5000)}`)
  const hostile = JSON.parse('{"key":"f","type":"boolean","enabled":true,"__proto__":{"x":1}}')
  const payload = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  for (const flag of [
    booleanFlag({ rules: [deep] }),
    hostile,
    variantFlag({ variants: [{ key: 'a', weight: 1, payload }] }),
  ]) {
    expect(() => flags.useSnapshot({ version: 1, flags: [flag as never], segments: [] })).toThrow(FlagsRefused)
  }
  expect(flags.snapshot.version).toBe(0)
})
