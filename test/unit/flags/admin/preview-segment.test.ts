import type { Condition } from '@signet/flags'
import { flagFrom } from '@signet/flags'
import { describe, expect, test } from 'vitest'
import { evaluatorOf } from '../../../../lambdas/flags/api/evaluator.ts'
import { COMPARISONS_MAX, previewSegment } from '../../../../lambdas/flags/sets/preview-segment.ts'
import type { StoredFlag, StoredSnapshot } from '../../../../lambdas/flags/sets/stored-flag.ts'

const is = (attribute: string, operator: string, value: unknown) => ({ attribute, operator, value }) as Condition

const flagOf = (key: string, parts: object = {}): StoredFlag => ({
  ...flagFrom({ key, type: 'boolean', enabled: true, rules: [{ segment: 's', result: true }], ...parts }),
  ...{ description: '', tags: [], version: 1, createdAt: '', updatedAt: '' },
})

const snapshotOf = (flags: readonly StoredFlag[], when: Condition): StoredSnapshot => ({
  version: 7,
  flags,
  segments: [{ key: 's', when, version: 1 }],
})

const preview = (flags: readonly StoredFlag[], from: Condition, to: Condition) =>
  previewSegment(evaluatorOf, snapshotOf(flags, from), { key: 's', when: to, version: 8 })

describe('0 move is said only where nobody does', () => {
  const user = is('user', 'exists', undefined)
  test.each<[string, Condition, Condition]>([
    ['versions after one', is('app', 'semverGt', '2.0.0'), is('app', 'semverGt', '1.0.0')],
    ['versions before one', is('app', 'semverLt', '2.0.0'), is('app', 'semverLte', '2.0.0')],
    ['a network', is('ip', 'cidr', '10.0.0.0/8'), is('ip', 'cidr', '10.0.0.0/16')],
    [
      'a part of the day',
      is('at', 'between', { from: '09:00', to: '17:00' }),
      is('at', 'between', { from: '09:00', to: '17:30' }),
    ],
    ['no value', is('plan', 'equals', null), user],
  ])('%s: some move', (_, from, to) => {
    const { moved, flags } = preview([flagOf('a')], from, to)
    expect([moved, flags[0]?.moved]).toEqual([expect.any(Number), moved])
    expect(moved).toBeGreaterThan(0)
  })

  const [b, c] = [is('x', 'equals', 'b'), is('x', 'equals', 'c')]
  test.each<[string, object, Condition, Condition]>([
    ['a pattern in the segment', {}, is('email', 'regex', '@a'), is('email', 'regex', '@b')],
    ['a pattern beside it', { rules: [{ all: [is('y', 'regex', '^y'), { segment: 's' }] }] }, b, c],
    ['a pattern before it', { rules: [{ not: is('y', 'regex', '^y'), result: false }, { segment: 's' }] }, b, c],
    [
      'another time',
      { rules: [{ all: [is('currentTime', 'after', '2999-01-01T00:00:00Z'), { segment: 's' }] }] },
      b,
      c,
    ],
    [
      'two ends of one text',
      {},
      { all: [is('x', 'startsWith', 'a'), is('x', 'endsWith', 'b')] },
      { all: [is('x', 'startsWith', 'a'), is('x', 'endsWith', 'c')] },
    ],
  ])('%s: null', (_, parts, from, to) => {
    const { moved, movedPercent, flags } = preview([flagOf('a', parts)], from, to)
    expect({ moved, movedPercent, flags }).toEqual({
      moved: null,
      movedPercent: null,
      flags: [{ key: 'a', moved: null, movedPercent: null, moves: [] }],
    })
  })

  test('a flag behind a prerequisite that is not told apart: null, also while others move', () => {
    const pattern = flagOf('p', { rules: [is('y', 'regex', '^y')] })
    const behind = flagOf('q', { prerequisites: [{ flag: 'p' }] })
    const { moved, flags } = preview([flagOf('a'), pattern, behind], b, c)
    expect(moved).toBeGreaterThan(0)
    expect(flags.map((flag) => [flag.key, flag.moved])).toEqual([
      ['a', moved],
      ['q', null],
    ])
  })

  test('0 of a change that is none, of a flag that is off, and of one that decides before it looks', () => {
    const pattern = is('email', 'regex', '@a')
    const first = { rules: [{ all: [], result: false }, { segment: 's' }] }
    expect(preview([flagOf('a')], pattern, { ...pattern }).flags[0]?.moved).toBe(0)
    expect(preview([flagOf('a', { enabled: false })], pattern, b).flags[0]?.moved).toBe(0)
    expect(preview([flagOf('a', first)], b, c)).toMatchObject({ moved: 0, movedPercent: 0, flags: [{ moved: 0 }] })
  })
})

describe('the comparisons of a preview are bounded', () => {
  /** Looks at contexts only to count them: each question goes through all rules of the flag. */
  const compared = (flags: readonly StoredFlag[], when: Condition, each: number) => {
    let asked = 0
    const counting = () => ({
      evaluate: (key: string) => {
        if (key !== 's') asked += flags.find((flag) => flag.key === key)?.rules?.length ?? 0
        return { value: false }
      },
    })
    const next = { key: 's', when: { not: when }, version: 8 }
    const { users } = previewSegment(counting, snapshotOf(flags, when), next)
    return { users, comparisons: asked * each }
  }
  const rules = Array.from({ length: 200 }, () => ({ segment: 's', result: true }))
  const flags = Array.from({ length: 216 }, (_, i) => flagOf(`f${i}`, { rules }))

  test.each<[string, Condition, number]>([
    ['of one condition', is('plan', 'equals', 'pro'), 1],
    [
      'of a list that is gone through',
      is(
        'ip',
        'cidr',
        Array.from({ length: 20 }, (_, i) => `10.0.${i}.0/24`),
      ),
      20,
    ],
    ['of many conditions', { any: Array.from({ length: 50 }, (_, i) => is('plan', 'equals', `p${i}`)) }, 50],
  ])('216 flags of 200 rules that name a segment %s', (_, when, each) => {
    const { users, comparisons } = compared(flags, when, each)
    expect(comparisons).toBeLessThanOrEqual(COMPARISONS_MAX)
    expect(comparisons).toBeGreaterThan(COMPARISONS_MAX / 2)
    expect(users).toBeLessThan(200)
  })

  test('a flag or a few are asked about by 10,000 users', () => {
    expect(compared(flags.slice(0, 2), is('plan', 'equals', 'pro'), 1).users).toBe(10_000)
  })
})
