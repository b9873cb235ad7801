import { Refusal } from '@signet/kernel'
import { describe, expect, test } from 'vitest'
import { planChange, planCreation, planRevert } from '../../../../lambdas/flags/sets/flag-changes.ts'
import type { FlagWrite } from '../../../../lambdas/flags/sets/set-write.ts'
import { emptySnapshot, flagOf, type StoredSnapshot, withFlag } from '../../../../lambdas/flags/sets/stored-flag.ts'
import { newFlag } from './flag-world.ts'

const apply = (snapshot: StoredSnapshot, write: FlagWrite | Refusal): StoredSnapshot => {
  if (write instanceof Refusal) throw write
  return withFlag(snapshot, write.key, write.flag)
}

const create = (snapshot: StoredSnapshot, flag: object) =>
  apply(
    snapshot,
    planCreation(snapshot, newFlag(flag as never), () => 'salt'),
  )

const change = (snapshot: StoredSnapshot, key: string, members: object) =>
  apply(snapshot, planChange(snapshot, key, members as never))

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
const flagRequiring = (prerequisite: object) => ({ key: 'p', type: 'boolean', prerequisites: [prerequisite] })

/** `colors` contains the variant flag `v`; `withPrerequisite` also contains the flag `p`, which requires variant b. */
const colors = create(emptySnapshot, { key: 'v', type: 'variant', variants: variants('a', 'b') })
const withPrerequisite = create(colors, flagRequiring({ flag: 'v', variants: ['b'] }))

describe('prerequisites that cannot be met', () => {
  test('a variant that the flag does not have is refused', () => {
    const flagRequiringUnknown = flagRequiring({ flag: 'v', variants: ['b', 'nope'] })
    const field = 'prerequisites.0.variants.1'
    expect(errorsOf(() => create(colors, flagRequiringUnknown))).toEqual([
      { field, message: 'names "nope", which is not a variant of v' },
    ])
    expect(errorsOf(() => change(withPrerequisite, 'p', flagRequiringUnknown))).toMatchObject([{ field }])
  })

  test('variants of a rule or of the schedule, and on and off of a percentage flag, are accepted', () => {
    const split = { variants: variants('ruled') }
    const rules = [{ id: 'r', attribute: 'plan', operator: 'equals', value: 'pro', split }]
    const schedule = [{ at: '2027-01-01T00:00:00Z', set: { variants: variants('a', 'late') } }]
    const colorsWithLaterVariants = change(colors, 'v', { rules, schedule })
    expect(
      errorsOf(() => create(colorsWithLaterVariants, flagRequiring({ flag: 'v', variants: ['ruled', 'late', 'a'] }))),
    ).toEqual([])
    expect(errorsOf(() => create(colorsWithLaterVariants, flagRequiring({ flag: 'v', variants: ['b'] })))).toHaveLength(
      1,
    )
    const percentageFlag = create(emptySnapshot, { key: 'v', type: 'percentage', percentage: 5 })
    expect(errorsOf(() => create(percentageFlag, flagRequiring({ flag: 'v', variants: ['on', 'off'] })))).toEqual([])
    expect(errorsOf(() => create(percentageFlag, flagRequiring({ flag: 'v', variants: ['a'] })))).toHaveLength(1)
  })

  test('an archived flag is refused', () => {
    const archived = change(colors, 'v', { archived: true })
    expect(errorsOf(() => create(archived, flagRequiring({ flag: 'v' })))).toMatchObject([
      { field: 'prerequisites.0.flag' },
    ])
  })
})

describe('prerequisites restrict changes of the required flag', () => {
  test.each([
    ['a required variant cannot be renamed', 'variants', { variants: variants('a', 'beta') }],
    ['a required variant cannot be removed', 'variants', { variants: variants('a') }],
    ['the type of the flag cannot change', 'type', { type: 'boolean' }],
    [
      'a scheduled change cannot remove a required variant',
      'schedule',
      { schedule: [{ at: '2027-01-01T00:00:00Z', set: { variants: variants('a') } }] },
    ],
  ])('%s', (_, field, members) => {
    const message = 'must retain variants that prerequisites of other flags require: p ("b")'
    expect(errorsOf(() => change(withPrerequisite, 'v', members))).toEqual([{ field, message }])
  })

  test('archiving is refused', () => {
    const message = 'must not be true for a prerequisite of other flags: p'
    expect(errorsOf(() => change(withPrerequisite, 'v', { archived: true }))).toEqual([{ field: 'archived', message }])
    expect(errorsOf(() => change(withPrerequisite, 'v', { archived: false }))).toEqual([])
  })

  test('reverting to a version without the variant is refused', () => {
    const flag = { ...flagOf(colors, 'v'), variants: variants('a'), allocation: [[0, 100_000, 'a']] }
    const earlierVersion = { flag: flag as never, at: new Date(0) }
    expect(errorsOf(() => planRevert(withPrerequisite, 'v', earlierVersion, new Date()))).toMatchObject([
      { field: 'variants' },
    ])
  })

  test('an archived dependent flag does not restrict its prerequisite, and cannot be restored while that is archived', () => {
    const bothArchived = change(change(withPrerequisite, 'p', { archived: true }), 'v', { archived: true })
    expect(errorsOf(() => change(bothArchived, 'p', { archived: false }))).toMatchObject([
      { field: 'prerequisites.0.flag' },
    ])
    expect(errorsOf(() => change(change(bothArchived, 'v', { archived: null }), 'p', { archived: null }))).toEqual([])
  })

  test('other changes succeed, even for flags whose prerequisites could not be met before', () => {
    expect(errorsOf(() => change(withPrerequisite, 'v', { variants: variants('b', 'c'), default: 'b' }))).toEqual([])
    const withUnmetPrerequisite = withFlag(withPrerequisite, 'v', {
      ...flagOf(colors, 'v'),
      variants: variants('a', 'z'),
      allocation: undefined,
    } as never)
    expect(errorsOf(() => change(withUnmetPrerequisite, 'p', { enabled: false }))).toEqual([])
    expect(errorsOf(() => change(withUnmetPrerequisite, 'v', { enabled: false }))).toEqual([])
  })
})
