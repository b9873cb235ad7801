import { Refusal } from '@signet/kernel'
import { describe, expect, test } from 'vitest'
import { planChange, planCreation, planRevert } from '../../../../lambdas/flags/sets/flag-changes.ts'
import type { FlagWrite } from '../../../../lambdas/flags/sets/set-write.ts'
import { emptySnapshot, flagOf, type StoredSnapshot, withFlag } from '../../../../lambdas/flags/sets/stored-flag.ts'
import { newFlag } from './flag-world.ts'

const applied = (snapshot: StoredSnapshot, write: FlagWrite | Refusal): StoredSnapshot => {
  if (write instanceof Refusal) throw write
  return withFlag(snapshot, write.key, write.flag)
}

const create = (snapshot: StoredSnapshot, flag: object) =>
  applied(
    snapshot,
    planCreation(snapshot, newFlag(flag as never), () => 'salt'),
  )

const change = (snapshot: StoredSnapshot, key: string, members: object) =>
  applied(snapshot, planChange(snapshot, key, members as never))

/** Returns the errors of a refused write; empty if it is accepted. */
const errorsOf = (write: () => unknown): readonly { readonly field: string; readonly message: string }[] => {
  try {
    write()
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return (error.extras as { errors: { field: string; message: string }[] }).errors
  }
}

const variants = (...keys: string[]) => keys.map((key) => ({ key, weight: 1 }))
const needing = (prerequisite: object) => ({ key: 'p', type: 'boolean', prerequisites: [prerequisite] })

/** A variant flag `v`, and a flag `p` that requires its variant b. */
const colors = create(emptySnapshot, { key: 'v', type: 'variant', variants: variants('a', 'b') })
const needed = create(colors, needing({ flag: 'v', variants: ['b'] }))

describe('prerequisites that cannot be met are refused', () => {
  test('for a variant that the flag does not have', () => {
    const nope = needing({ flag: 'v', variants: ['b', 'nope'] })
    const field = 'prerequisites.0.variants.1'
    expect(errorsOf(() => create(colors, nope))).toEqual([
      { field, message: 'names "nope", which is not a variant of v' },
    ])
    expect(errorsOf(() => change(needed, 'p', nope))).toMatchObject([{ field }])
  })

  test('except variants of a rule or of the schedule, and on and off', () => {
    const split = { variants: variants('ruled') }
    const rules = [{ id: 'r', attribute: 'plan', operator: 'equals', value: 'pro', split }]
    const schedule = [{ at: '2027-01-01T00:00:00Z', set: { variants: variants('a', 'late') } }]
    const more = change(colors, 'v', { rules, schedule })
    expect(errorsOf(() => create(more, needing({ flag: 'v', variants: ['ruled', 'late', 'a'] })))).toEqual([])
    expect(errorsOf(() => create(more, needing({ flag: 'v', variants: ['b'] })))).toHaveLength(1)
    const share = create(emptySnapshot, { key: 'v', type: 'percentage', percentage: 5 })
    expect(errorsOf(() => create(share, needing({ flag: 'v', variants: ['on', 'off'] })))).toEqual([])
    expect(errorsOf(() => create(share, needing({ flag: 'v', variants: ['a'] })))).toHaveLength(1)
  })

  test('for an archived flag', () => {
    const archived = change(colors, 'v', { archived: true })
    expect(errorsOf(() => create(archived, needing({ flag: 'v' })))).toMatchObject([{ field: 'prerequisites.0.flag' }])
  })
})

describe('prerequisites restrict changes of the required flag', () => {
  test.each([
    ['a variant that is renamed', 'variants', { variants: variants('a', 'beta') }],
    ['one that is removed', 'variants', { variants: variants('a') }],
    ['with its type', 'type', { type: 'boolean' }],
    ['at a later time', 'schedule', { schedule: [{ at: '2027-01-01T00:00:00Z', set: { variants: variants('a') } }] }],
  ])('%s', (_, field, members) => {
    const message = 'must retain variants that prerequisites of other flags require: p ("b")'
    expect(errorsOf(() => change(needed, 'v', members))).toEqual([{ field, message }])
  })

  test('archiving is refused', () => {
    const message = 'must not be true for a prerequisite of other flags: p'
    expect(errorsOf(() => change(needed, 'v', { archived: true }))).toEqual([{ field: 'archived', message }])
    expect(errorsOf(() => change(needed, 'v', { archived: false }))).toEqual([])
  })

  test('reverting to a version without the variant is refused', () => {
    const flag = { ...flagOf(colors, 'v'), variants: variants('a'), allocation: [[0, 100_000, 'a']] }
    const former = { flag: flag as never, at: new Date(0) }
    expect(errorsOf(() => planRevert(needed, 'v', former, new Date()))).toMatchObject([{ field: 'variants' }])
  })

  test('an archived dependent flag does not restrict it, and cannot be restored without its prerequisite', () => {
    const bothArchived = change(change(needed, 'p', { archived: true }), 'v', { archived: true })
    expect(errorsOf(() => change(bothArchived, 'p', { archived: false }))).toMatchObject([
      { field: 'prerequisites.0.flag' },
    ])
    expect(errorsOf(() => change(change(bothArchived, 'v', { archived: null }), 'p', { archived: null }))).toEqual([])
  })

  test('other changes succeed, also of flags whose prerequisites could never be met', () => {
    expect(errorsOf(() => change(needed, 'v', { variants: variants('b', 'c'), default: 'b' }))).toEqual([])
    const broken = withFlag(needed, 'v', {
      ...flagOf(colors, 'v'),
      variants: variants('a', 'z'),
      allocation: undefined,
    } as never)
    expect(errorsOf(() => change(broken, 'p', { enabled: false }))).toEqual([])
    expect(errorsOf(() => change(broken, 'v', { enabled: false }))).toEqual([])
  })
})
