import { checkFlag, checkSegment, checkSnapshot, flagFrom } from '@signet/flags'
import { describe, expect, it, test } from 'vitest'

const variants = [
  { key: 'a', weight: 1 },
  { key: 'b', weight: 1 },
]
const booleanFlag = (more: object = {}) => ({ key: 'f', type: 'boolean', enabled: true, ...more })
const variantFlag = (more: object = {}) => ({ key: 'f', type: 'variant', variants, ...more })
const flagWithRule = (more: object) =>
  booleanFlag({ rules: [{ attribute: 'x', operator: 'equals', value: 1, ...more }] })
const nestedCondition = (depth: number): object =>
  depth === 0 ? { attribute: 'x', operator: 'exists' } : { not: nestedCondition(depth - 1) }

describe('checkFlag', () => {
  test.each([
    ['a minimal boolean flag', booleanFlag()],
    ['a minimal percentage flag', { key: 'f', type: 'percentage', percentage: 0.001 }],
    ['a minimal variant flag', variantFlag()],
    ['a plain rule', flagWithRule({ result: true })],
    ['a key with non-ASCII characters', booleanFlag({ key: 'флаг 👩‍🚀' })],
    ['10,000 values', flagWithRule({ operator: 'in', value: Array.from({ length: 10_000 }, (_, i) => `${i}`) })],
    ['conditions ten deep', booleanFlag({ rules: [nestedCondition(10)] })],
    ['a flag that flagFrom returns', flagFrom({ key: 'f', type: 'variant', variants })],
  ])('accepts %s', (_, flag) => expect(checkFlag(flag)).toEqual([]))

  test.each([
    [null, '', 'must be an object'],
    [booleanFlag({ enabled: undefined }), 'enabled', 'is required'],
    [booleanFlag({ enabled: 'yes' }), 'enabled', 'not "yes"'],
    [booleanFlag({ key: '' }), 'key', '1 to 200'],
    [booleanFlag({ key: 'a\nb' }), 'key', 'control'],
    [booleanFlag({ key: '\ud800' }), 'key', 'Unicode'],
    [booleanFlag({ key: ' a' }), 'key', 'space'],
    [booleanFlag({ key: '..' }), 'key', 'path'],
    [booleanFlag({ color: 1 }), 'color', 'is unknown'],
    [booleanFlag({ type: 'toggle' }), 'type', 'one of boolean, percentage, variant'],
    [booleanFlag({ variants }), 'variants', 'for flags of type variant'],
    [booleanFlag({ default: 'a' }), 'default', 'true or false'],
    [booleanFlag({ version: -1 }), 'version', 'an integer'],
    [booleanFlag({ tags: ['a', ''] }), 'tags.1', '1 to 100'],
    [booleanFlag({ metadata: { a: {} } }), 'metadata.a', 'must be'],
    [booleanFlag({ experiment: 'e', bucketing: 'unleash' }), 'experiment', 'v1'],
    [{ key: 'f', type: 'percentage' }, 'percentage', 'is required'],
    [{ key: 'f', type: 'percentage', percentage: 10.0001 }, 'percentage', '0.001, not 10.0001'],
    [{ key: 'f', type: 'percentage', percentage: Number.NaN }, 'percentage', 'not NaN'],
    [variantFlag({ variants: [] }), 'variants', '1 to 100'],
    [variantFlag({ variants: [...variants, { key: 'a', weight: 1 }] }), 'variants.2.key', 'is repeated'],
    [variantFlag({ variants: [{ key: 'a', weight: -1 }] }), 'variants.0.weight', 'at least 0'],
    [variantFlag({ default: 'c' }), 'default', 'a, b'],
    [variantFlag({ allocation: [[0, 5, 'a']] }), 'allocation', '100000'],
    [
      variantFlag({
        allocation: [
          [0, 5, 'a'],
          [6, 100_000, 'b'],
        ],
      }),
      'allocation.1',
      'beginning at 5',
    ],
    [variantFlag({ allocation: [[0, 100_000, 'z']] }), 'allocation.0', 'not a variant'],
    [flagWithRule({ result: 'a' }), 'rules.0.result', 'true or false'],
    [flagWithRule({ operator: 'like' }), 'rules.0.operator', 'one of equals'],
    [flagWithRule({ operator: 'gt', value: '5' }), 'rules.0.value', 'a number'],
    [flagWithRule({ operator: 'in', value: 'a' }), 'rules.0.value', 'a list'],
    [flagWithRule({ operator: 'in', value: Array(10_001).fill('') }), 'rules.0.value', '10000'],
    [flagWithRule({ operator: 'after', value: 'soon' }), 'rules.0.value', 'instant'],
    [flagWithRule({ operator: 'after', value: '2026-01-01T10:00:00' }), 'rules.0.value', 'instant'],
    [
      flagWithRule({ operator: 'between', value: { from: '9:00', to: '10:00', timezone: 'UTC' } }),
      'rules.0.value',
      'time of day',
    ],
    [
      flagWithRule({ operator: 'between', value: { from: '09:00', to: '10:00', timezone: 'Mars' } }),
      'rules.0.value',
      'time of day',
    ],
    [flagWithRule({ operator: 'cidr', value: ['10.0.0.0/33'] }), 'rules.0.value.0', 'network'],
    [flagWithRule({ operator: 'semverGt', value: '1.2' }), 'rules.0.value', '1.4.0'],
    [flagWithRule({ operator: 'regex', value: '(a)\\1' }), 'rules.0.value', 'backreference'],
    [flagWithRule({ operator: 'exists' }), 'rules.0.value', 'absent'],
    [flagWithRule({ caseInsensitive: true, operator: 'gt' }), 'rules.0.caseInsensitive', 'no effect'],
    [flagWithRule({ rollout: { percentage: 5 } }), 'rules.0.id', 'is required with rollout'],
    [flagWithRule({ all: [] }), 'rules.0', 'exactly one of'],
    [
      booleanFlag({ rules: [nestedCondition(11)] }),
      'rules.0.not.not.not.not.not.not.not.not.not.not.not',
      'deeper than 10',
    ],
    [booleanFlag({ rules: [{ any: Array(1000).fill(nestedCondition(0)) }] }), 'rules.0.any.999', '1000'],
    [booleanFlag({ prerequisites: [{ flag: 'f' }] }), 'prerequisites.0.flag', 'another flag'],
    [booleanFlag({ overrides: { users: { u: 'x' } } }), 'overrides.users.u', 'true or false'],
    [
      booleanFlag({
        schedule: [
          { at: '2026-01-01T00:00:00Z', set: {} },
          { at: '2025-01-01T00:00:00Z', set: {} },
        ],
      }),
      'schedule.1.at',
      'later',
    ],
    [
      booleanFlag({ schedule: [{ at: '2026-01-01T00:00:00Z', set: { type: 'variant' } }] }),
      'schedule.0.set.type',
      'is unknown',
    ],
    [
      variantFlag({ schedule: [{ at: '2026-01-01T00:00:00Z', set: { default: 'z' } }] }),
      'schedule.0.set.default',
      'a, b',
    ],
  ])('reports the problem of %j', (flag, field, message) => {
    const problems = checkFlag(flag)
    expect(problems[0]?.field).toBe(field)
    expect(problems[0]?.message).toContain(message)
  })

  it('checks each scheduled change against the result of the earlier ones', () => {
    const set = { variants: [{ key: 'c', weight: 1 }], default: 'c' }
    const laterChange = (value: string) => ({
      at: '2026-02-01T00:00:00Z',
      set: { rules: [{ all: [], result: value }] },
    })
    expect(checkFlag(variantFlag({ schedule: [{ at: '2026-01-01T00:00:00Z', set }, laterChange('c')] }))).toEqual([])
    expect(
      checkFlag(variantFlag({ schedule: [{ at: '2026-01-01T00:00:00Z', set }, laterChange('a')] }))[0]?.field,
    ).toBe('schedule.1.set.rules.0.result')
  })

  it('segments do not use segments', () => {
    expect(checkSegment({ key: 's', when: { attribute: 'x', operator: 'exists' } })).toEqual([])
    expect(checkSegment({ key: 's', when: { segment: 't' } })[0]?.field).toBe('when.segment')
  })

  it('snapshots contain complete flags with unique keys', () => {
    const completeFlag = flagFrom({ key: 'f', type: 'boolean', enabled: true })
    expect(checkSnapshot({ version: 1, flags: [completeFlag], segments: [] })).toEqual([])
    expect(checkSnapshot({ version: 1, flags: [completeFlag, completeFlag] })[0]?.field).toBe('flags.1.key')
    expect(checkSnapshot({ version: 1, flags: [booleanFlag()] }).map(({ field }) => field)).toContain('flags.0.salt')
    for (const invalid of [null, 7, {}, { version: 'x', flags: 7 }, { version: 1, flags: [null, 7, 'a'] }]) {
      expect(checkSnapshot(invalid).length).toBeGreaterThan(0)
    }
  })
})
