import { checkFlag, checkSegment, checkSnapshot, flagFrom } from '@signet/flags'
import { describe, expect, it, test } from 'vitest'

const variants = [
  { key: 'a', weight: 1 },
  { key: 'b', weight: 1 },
]
const bool = (more: object = {}) => ({ key: 'f', type: 'boolean', enabled: true, ...more })
const vary = (more: object = {}) => ({ key: 'f', type: 'variant', variants, ...more })
const rule = (more: object) => bool({ rules: [{ attribute: 'x', operator: 'equals', value: 1, ...more }] })
const nested = (depth: number): object =>
  depth === 0 ? { attribute: 'x', operator: 'exists' } : { not: nested(depth - 1) }

describe('checkFlag', () => {
  test.each([
    ['the least boolean flag', bool()],
    ['the least percentage flag', { key: 'f', type: 'percentage', percentage: 0.001 }],
    ['the least variant flag', vary()],
    ['a plain rule', rule({ result: true })],
    ['a name beyond ASCII', bool({ key: 'флаг 👩‍🚀' })],
    ['10,000 values', rule({ operator: 'in', value: Array.from({ length: 10_000 }, (_, i) => `${i}`) })],
    ['conditions ten deep', bool({ rules: [nested(10)] })],
    ['what flagFrom makes', flagFrom({ key: 'f', type: 'variant', variants })],
  ])('accepts %s', (_, flag) => expect(checkFlag(flag)).toEqual([]))

  test.each([
    [null, '', 'must be an object'],
    [bool({ enabled: undefined }), 'enabled', 'is required'],
    [bool({ enabled: 'yes' }), 'enabled', 'not "yes"'],
    [bool({ key: '' }), 'key', '1 to 200'],
    [bool({ key: 'a\nb' }), 'key', 'control'],
    [bool({ key: '\ud800' }), 'key', 'Unicode'],
    [bool({ key: ' a' }), 'key', 'space'],
    [bool({ key: '..' }), 'key', 'path'],
    [bool({ color: 1 }), 'color', 'is unknown'],
    [bool({ type: 'toggle' }), 'type', 'one of boolean, percentage, variant'],
    [bool({ variants }), 'variants', 'for flags of type variant'],
    [bool({ default: 'a' }), 'default', 'true or false'],
    [bool({ version: -1 }), 'version', 'an integer'],
    [bool({ tags: ['a', ''] }), 'tags.1', '1 to 100'],
    [bool({ metadata: { a: {} } }), 'metadata.a', 'must be'],
    [bool({ experiment: 'e', bucketing: 'unleash' }), 'experiment', 'v1'],
    [{ key: 'f', type: 'percentage' }, 'percentage', 'is required'],
    [{ key: 'f', type: 'percentage', percentage: 10.0001 }, 'percentage', '0.001, not 10.0001'],
    [{ key: 'f', type: 'percentage', percentage: Number.NaN }, 'percentage', 'not NaN'],
    [vary({ variants: [] }), 'variants', '1 to 100'],
    [vary({ variants: [...variants, { key: 'a', weight: 1 }] }), 'variants.2.key', 'is repeated'],
    [vary({ variants: [{ key: 'a', weight: -1 }] }), 'variants.0.weight', 'at least 0'],
    [vary({ default: 'c' }), 'default', 'a, b'],
    [vary({ allocation: [[0, 5, 'a']] }), 'allocation', '100000'],
    [
      vary({
        allocation: [
          [0, 5, 'a'],
          [6, 100_000, 'b'],
        ],
      }),
      'allocation.1',
      'beginning at 5',
    ],
    [vary({ allocation: [[0, 100_000, 'z']] }), 'allocation.0', 'not a variant'],
    [rule({ result: 'a' }), 'rules.0.result', 'true or false'],
    [rule({ operator: 'like' }), 'rules.0.operator', 'one of equals'],
    [rule({ operator: 'gt', value: '5' }), 'rules.0.value', 'a number'],
    [rule({ operator: 'in', value: 'a' }), 'rules.0.value', 'a list'],
    [rule({ operator: 'in', value: Array(10_001).fill('') }), 'rules.0.value', '10000'],
    [rule({ operator: 'after', value: 'soon' }), 'rules.0.value', 'instant'],
    [rule({ operator: 'after', value: '2026-01-01T10:00:00' }), 'rules.0.value', 'instant'],
    [
      rule({ operator: 'between', value: { from: '9:00', to: '10:00', timezone: 'UTC' } }),
      'rules.0.value',
      'time of day',
    ],
    [
      rule({ operator: 'between', value: { from: '09:00', to: '10:00', timezone: 'Mars' } }),
      'rules.0.value',
      'time of day',
    ],
    [rule({ operator: 'cidr', value: ['10.0.0.0/33'] }), 'rules.0.value.0', 'network'],
    [rule({ operator: 'semverGt', value: '1.2' }), 'rules.0.value', '1.4.0'],
    [rule({ operator: 'regex', value: '(a)\\1' }), 'rules.0.value', 'backreference'],
    [rule({ operator: 'exists' }), 'rules.0.value', 'absent'],
    [rule({ caseInsensitive: true, operator: 'gt' }), 'rules.0.caseInsensitive', 'no effect'],
    [rule({ rollout: { percentage: 5 } }), 'rules.0.id', 'is required with rollout'],
    [rule({ all: [] }), 'rules.0', 'exactly one of'],
    [bool({ rules: [nested(11)] }), 'rules.0.not.not.not.not.not.not.not.not.not.not.not', 'deeper than 10'],
    [bool({ rules: [{ any: Array(1000).fill(nested(0)) }] }), 'rules.0.any.999', '1000'],
    [bool({ prerequisites: [{ flag: 'f' }] }), 'prerequisites.0.flag', 'another flag'],
    [bool({ overrides: { users: { u: 'x' } } }), 'overrides.users.u', 'true or false'],
    [
      bool({
        schedule: [
          { at: '2026-01-01T00:00:00Z', set: {} },
          { at: '2025-01-01T00:00:00Z', set: {} },
        ],
      }),
      'schedule.1.at',
      'later',
    ],
    [
      bool({ schedule: [{ at: '2026-01-01T00:00:00Z', set: { type: 'variant' } }] }),
      'schedule.0.set.type',
      'is unknown',
    ],
    [vary({ schedule: [{ at: '2026-01-01T00:00:00Z', set: { default: 'z' } }] }), 'schedule.0.set.default', 'a, b'],
  ])('reports the problem of %j', (flag, field, message) => {
    const problems = checkFlag(flag)
    expect(problems[0]?.field).toBe(field)
    expect(problems[0]?.message).toContain(message)
  })

  it('checks each scheduled change against the result of the earlier ones', () => {
    const set = { variants: [{ key: 'c', weight: 1 }], default: 'c' }
    const later = (value: string) => ({ at: '2026-02-01T00:00:00Z', set: { rules: [{ all: [], result: value }] } })
    expect(checkFlag(vary({ schedule: [{ at: '2026-01-01T00:00:00Z', set }, later('c')] }))).toEqual([])
    expect(checkFlag(vary({ schedule: [{ at: '2026-01-01T00:00:00Z', set }, later('a')] }))[0]?.field).toBe(
      'schedule.1.set.rules.0.result',
    )
  })

  it('segments do not use segments', () => {
    expect(checkSegment({ key: 's', when: { attribute: 'x', operator: 'exists' } })).toEqual([])
    expect(checkSegment({ key: 's', when: { segment: 't' } })[0]?.field).toBe('when.segment')
  })

  it('snapshots contain complete flags with unique keys', () => {
    const whole = flagFrom({ key: 'f', type: 'boolean', enabled: true })
    expect(checkSnapshot({ version: 1, flags: [whole], segments: [] })).toEqual([])
    expect(checkSnapshot({ version: 1, flags: [whole, whole] })[0]?.field).toBe('flags.1.key')
    expect(checkSnapshot({ version: 1, flags: [bool()] }).map(({ field }) => field)).toContain('flags.0.salt')
    for (const invalid of [null, 7, {}, { version: 'x', flags: 7 }, { version: 1, flags: [null, 7, 'a'] }]) {
      expect(checkSnapshot(invalid).length).toBeGreaterThan(0)
    }
  })
})
