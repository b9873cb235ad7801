import type { EvaluationContext } from '@signet/flags'
import { describe, expect, it, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { clockAt, evaluationOf } from './sample-flags.ts'

describe('rules', () => {
  const matches = (condition: object, context: EvaluationContext, now = clockAt('2026-03-04T10:30:00Z')) =>
    evaluationOf({ rules: [{ ...condition, result: true } as never] }, context, { now }).enabled

  verifies(['FLG-2.3-2', 'FLG-2.3-3'], 'target tenant, user, IP, custom attributes and time windows', () => {
    expect(matches({ attribute: 'tenant', operator: 'equals', value: 'acme' }, { tenant: 'acme' })).toBe(true)
    expect(matches({ attribute: 'user', operator: 'in', value: ['a', 'b'] }, { user: 'b' })).toBe(true)
    expect(matches({ attribute: 'ip', operator: 'cidr', value: '10.0.0.0/8' }, { ip: '10.9.8.7' })).toBe(true)
    expect(matches({ attribute: 'plan', operator: 'equals', value: 'pro' }, { plan: 'pro' })).toBe(true)
    expect(matches({ attribute: 'currentTime', operator: 'after', value: '2026-03-01T00:00:00Z' }, {})).toBe(true)
    expect(matches({ attribute: 'currentTime', operator: 'after', value: '2026-04-01T00:00:00Z' }, {})).toBe(false)
    const window = { from: '09:00', to: '17:00', days: ['wed'], timezone: 'Europe/Berlin' }
    expect(matches({ attribute: 'currentTime', operator: 'between', value: window }, {})).toBe(true)
    expect(
      matches(
        { attribute: 'currentTime', operator: 'between', value: window },
        { currentTime: '2026-03-05T10:30:00Z' },
      ),
    ).toBe(false)
  })

  test.each([
    ['equals', 7, '7', true],
    ['equals', true, true, true],
    ['equals', null, undefined, true],
    ['notEquals', 'a', undefined, true],
    ['notEquals', 'a', 'a', false],
    ['in', ['a'], ['b', 'a'], true],
    ['in', [], 'a', false],
    ['notIn', ['a'], undefined, true],
    ['notIn', ['a'], 'a', false],
    ['contains', 'ell', 'hello', true],
    ['contains', ['x', 'ell'], 'hello', true],
    ['startsWith', 'he', 'hello', true],
    ['endsWith', 'lo', 'hello', true],
    ['endsWith', 'lo', undefined, false],
    ['gt', 5, '6', true],
    ['gt', 5, '', false],
    ['gt', 5, 'six', false],
    ['gte', 5, 5, true],
    ['lt', 5, Number.NaN, false],
    ['lte', 5, 5.1, false],
    ['before', '2026-01-01T00:00:00Z', '2025-12-31T23:59:59Z', true],
    ['before', '2026-01-01T00:00:00Z', 'tomorrow', false],
    ['semverEq', '1.2.3', 'v1.2.3+build', true],
    ['semverGt', '1.2.3-beta.2', '1.2.3-beta.11', true],
    ['semverGt', '1.2.3', '1.2.3-rc.1', false],
    ['semverGte', '1.2.3', '1.2', false],
    ['semverLt', '2.0.0', '10.0.0', false],
    ['semverLte', '2.0.0', '2.0.0', true],
    ['cidr', ['2001:db8::/32'], '2001:DB8:1::7', true],
    ['cidr', '10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['cidr', '10.0.0.0/8', '10.0.0.256', false],
    ['cidr', '2001:db8::/33', '2001:db8:8000::1', false],
    ['regex', '^a+b$', 'aaab', true],
    ['regex', '^a+b$', 7, false],
    ['exists', undefined, 0, true],
    ['exists', undefined, null, false],
  ])('%s %j of %j is %s', (operator, value, attributeValue, expected) => {
    expect(
      matches({ attribute: 'x', operator, ...(value === undefined ? {} : { value }) }, { x: attributeValue }),
    ).toBe(expected)
    const negated = { not: { attribute: 'x', operator, ...(value === undefined ? {} : { value }) } }
    expect(matches(negated, { x: attributeValue })).toBe(!expected)
  })

  it('ignore case with caseInsensitive', () => {
    expect(matches({ attribute: 'x', operator: 'in', value: ['ÄBC'], caseInsensitive: true }, { x: 'äbc' })).toBe(true)
    expect(matches({ attribute: 'x', operator: 'endsWith', value: 'COM', caseInsensitive: true }, { x: 'a.com' })).toBe(
      true,
    )
    expect(matches({ attribute: 'x', operator: 'equals', value: 'a' }, { x: 'A' })).toBe(false)
  })

  it('combine by all, any and not, and read fields of objects', () => {
    const a = { attribute: 'a.b', operator: 'equals', value: 1 }
    const c = { attribute: 'c', operator: 'equals', value: 1 }
    expect(matches({ all: [a, c] }, { a: { b: 1 }, c: 1 })).toBe(true)
    expect(matches({ all: [a, c] }, { a: { b: 1 } })).toBe(false)
    expect(matches({ any: [a, c] }, { c: 1 })).toBe(true)
    expect(matches({ any: [a, { not: c }] }, { c: 1 })).toBe(false)
    expect(matches({ attribute: 'a.b', operator: 'equals', value: 1 }, { 'a.b': 1 })).toBe(true)
    expect(matches({ attribute: 'constructor', operator: 'exists' }, {})).toBe(false)
  })

  it('use segments; a missing segment matches no user, also negated', () => {
    const segments = [{ key: 'staff', when: { attribute: 'email', operator: 'endsWith', value: '@x.test' } }] as const
    const rules = (segment: object) => ({ rules: [{ ...segment, result: true } as never] })
    const context = { email: 'a@x.test' }
    expect(evaluationOf(rules({ segment: 'staff' }), context, { segments: [...segments] }).enabled).toBe(true)
    expect(evaluationOf(rules({ not: { segment: 'staff' } }), context, { segments: [...segments] }).enabled).toBe(false)
    expect(evaluationOf(rules({ segment: 'nobody' }), context).enabled).toBe(false)
    expect(evaluationOf(rules({ not: { segment: 'nobody' } }), context).enabled).toBe(false)
  })

  test.each([
    ['2026-03-29T00:59:00Z', '01:30', '02:30', true],
    ['2026-03-29T01:00:00Z', '02:00', '03:00', false],
    ['2026-03-29T01:00:00Z', '03:00', '04:00', true],
    ['2026-10-25T00:30:00Z', '02:00', '03:00', true],
    ['2026-10-25T01:30:00Z', '02:00', '03:00', true],
    ['2026-01-05T22:30:00Z', '23:00', '01:00', true],
    ['2026-01-05T23:59:00Z', '23:00', '01:00', true],
    ['2026-01-06T00:00:00Z', '23:00', '01:00', false],
    ['2026-01-05T10:00:00Z', '00:00', '24:00', true],
  ])('at %s the window %s to %s in Berlin matches: %s', (now, from, to, expected) => {
    const value = { from, to, timezone: 'Europe/Berlin' }
    expect(matches({ attribute: 'currentTime', operator: 'between', value }, {}, clockAt(now))).toBe(expected)
  })

  it('with a window over midnight belong to the day on which the window begins', () => {
    const value = { from: '22:00', to: '02:00', days: ['fri'], timezone: 'UTC' }
    const matchesAt = (now: string) =>
      matches({ attribute: 'currentTime', operator: 'between', value }, {}, clockAt(now))
    expect(
      ['2026-03-06T23:00:00Z', '2026-03-07T01:00:00Z', '2026-03-07T23:00:00Z', '2026-03-06T01:00:00Z'].map(matchesAt),
    ).toEqual([true, true, false, false])
  })
})
