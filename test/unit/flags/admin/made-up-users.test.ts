import { describe, expect, test } from 'vitest'
import { madeUpUsers } from '../../../../lambdas/flags/sets/made-up-users.ts'
import { type Condition, createFlags, type Json, type Operator } from '../../../../layers/flags/src/index.ts'

const COUNT = 1000

/** Share of made-up users for whom it holds. */
const heldBy = (condition: Condition, ids = ['user']): number => {
  const flags = createFlags({
    flags: { a: { type: 'boolean', enabled: true, rules: [{ segment: 's', result: true }], default: false } },
    segments: [{ key: 's', when: condition }],
  })
  const users = madeUpUsers([condition], ids, COUNT)
  return users.filter((user) => flags.isEnabled('a', user)).length / COUNT
}

describe('made-up users: a condition holds for some and not for others', () => {
  const conditions: [Operator, Json?][] = [
    ['equals', 'pro'],
    ['notEquals', 'pro'],
    ['in', ['pro', 7, true]],
    ['notIn', ['pro', 'free']],
    ['contains', 'ro'],
    ['startsWith', ['p', 'f']],
    ['endsWith', '@example.com'],
    ['gt', 10],
    ['gte', 10],
    ['lt', 10],
    ['lte', 10],
    ['before', '2026-12-24T18:00:00Z'],
    ['after', '2026-12-24T18:00:00Z'],
    ['between', { from: '2026-12-24T18:00:00Z', to: '2026-12-25T18:00:00Z' }],
    ['semverGte', '2.0.0'],
    ['cidr', ['10.0.0.0/8', '2001:db8::/32']],
    ['exists'],
  ]
  test.each(conditions)('%s', (operator, value) => {
    const share = heldBy({ attribute: 'a', operator, ...(value === undefined ? {} : { value }) })
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.8)
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
