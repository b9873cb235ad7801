import { describe, expect, test } from 'vitest'
import { conditionReader } from '../../../../lambdas/flags/sets/condition-reader.ts'
import { areTold, madeUpUsers } from '../../../../lambdas/flags/sets/made-up-users.ts'
import { type Condition, createFlags, type Json, OPERATORS, type Operator } from '../../../../layers/flags/src/index.ts'

const COUNT = 1000

const usersFor = (condition: Condition, ids = ['user']) =>
  madeUpUsers(conditionReader([]).leavesOf([condition]), ids, COUNT)

/** Share of made-up users for whom it holds. */
const heldBy = (condition: Condition, ids = ['user']): number => {
  const flags = createFlags({
    flags: { a: { type: 'boolean', enabled: true, rules: [{ segment: 's', result: true }], default: false } },
    segments: [{ key: 's', when: condition }],
  })
  const users = usersFor(condition, ids)
  return users.filter((user) => flags.isEnabled('a', user)).length / COUNT
}

describe('made-up users: a condition holds for some and not for others', () => {
  const window = { from: '2026-12-24T18:00:00Z', to: '2026-12-25T18:00:00Z' }
  const conditions: Readonly<Record<Operator, readonly (Json | undefined)[]>> = {
    equals: ['pro', 7, false, null],
    notEquals: ['pro', null],
    in: [['pro', 7, true], [null]],
    notIn: [['pro', 'free']],
    contains: ['ro'],
    startsWith: [['p', 'f']],
    endsWith: ['@example.com'],
    gt: [10, -0.5, 1e300],
    gte: [10, 0],
    lt: [10, -1e300],
    lte: [10, 0],
    before: ['2026-12-24T18:00:00Z'],
    after: ['2026-12-24T18:00:00Z'],
    between: [
      window,
      { from: '09:00', to: '17:30', days: ['mon', 'tue', 'wed', 'thu', 'fri'], timezone: 'Asia/Kolkata' },
      { from: '22:45', to: '06:15', timezone: 'America/New_York' },
    ],
    semverEq: ['2.0.0', '1.2.3-rc.1+build'],
    semverGt: ['2.0.0', 'v0.0.0', '1.2.3-rc.1', '1.0.9007199254740993'],
    semverGte: ['2.0.0', '1.2.3-rc.1'],
    semverLt: ['2.0.0', '0.0.1', '1.2.3-rc.1'],
    semverLte: ['2.0.0', '0.0.0'],
    cidr: [['10.0.0.0/8', '2001:db8::/32'], '::1'],
    regex: [],
    exists: [undefined],
  }
  const cases = Object.entries(conditions).flatMap(([operator, values]) =>
    values.map((value) => [operator as Operator, value] as const),
  )
  test.each(cases)('%s %j', (operator, value) => {
    const condition = { attribute: 'a', operator, ...(value === undefined ? {} : { value }) }
    const share = heldBy(condition)
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.9)
    expect(areTold(usersFor(condition), condition)).toBe(true)
  })

  test('every operator but that of patterns, and of those it is said', () => {
    expect(OPERATORS.filter((operator) => conditions[operator].length === 0)).toEqual(['regex'])
    const pattern = { attribute: 'a', operator: 'regex', value: '^b' } as const
    expect(areTold(usersFor(pattern), pattern)).toBe(false)
    const evening = { attribute: 'currentTime', operator: 'after', value: '2026-12-24T18:00:00Z' } as const
    expect(areTold(usersFor(evening), evening)).toBe(false)
  })

  test('however deep, and of several attributes together', () => {
    const is = (attribute: string, value: string) => ({ attribute, operator: 'equals', value }) as const
    const share = heldBy({ all: [is('plan', 'pro'), { not: { any: [is('country', 'DE'), is('country', 'FR')] } }] })
    expect(Math.abs(share - 1 / 6)).toBeLessThan(0.05)
  })

  test('ids that are named are those of one user each, and never of more than half', () => {
    const users = (count: number) => Array.from({ length: count }, (_, i) => `staff-${i}`)
    expect(heldBy({ attribute: 'user', operator: 'in', value: users(30) })).toBe(0.03)
    expect(heldBy({ attribute: 'user', operator: 'in', value: users(5000) })).toBe(0.5)
  })
})
