import { createFlags } from '@signet/flags'
import { Refusal } from '@signet/kernel'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planChange, planCreation, planRevert } from '../../../../lambdas/flags/sets/flag-changes.ts'
import type { FlagWrite } from '../../../../lambdas/flags/sets/set-write.ts'
import {
  emptySnapshot,
  flagOf,
  type StoredFlag,
  type StoredSnapshot,
  withFlag,
} from '../../../../lambdas/flags/sets/stored-flag.ts'
import { newFlag } from './flag-world.ts'

const KEY = 'color'
const REVERTED_VERSION_TIME = new Date('2026-01-01T00:00:00Z')
const USERS = Array.from({ length: 300 }, (_, i) => ({ user: `user-${i}`, plan: i % 2 === 0 ? 'pro' : 'free' }))

const variants = (weights: Readonly<Record<string, number>>) =>
  Object.entries(weights).map(([key, weight]) => ({ key, weight }))

/** Applies a write without a table: returns the next snapshot with the next version. */
const apply = (snapshot: StoredSnapshot, write: FlagWrite | Refusal): StoredSnapshot => {
  if (write instanceof Refusal) throw write
  const { key, flag } = write
  const version = snapshot.version + 1
  return { ...withFlag(snapshot, key, flag && { ...flag, version }), version }
}

const variantsByUser = (snapshot: StoredSnapshot): readonly string[] => {
  const flags = createFlags()
  flags.useSnapshot(snapshot)
  return USERS.map((user) => flags.getVariant(KEY, user))
}

const flagIn = (snapshot: StoredSnapshot): StoredFlag => {
  const flag = flagOf(snapshot, KEY)
  if (!flag) throw new Error('The flag was deleted')
  return flag
}

const snapshotWith = (weights: Readonly<Record<string, number>>): StoredSnapshot => {
  const rule = {
    id: 'pro',
    attribute: 'plan',
    operator: 'equals',
    value: 'pro',
    split: { variants: variants(weights) },
  }
  const flag = newFlag({ key: KEY, type: 'variant', variants: variants(weights), rules: [rule] })
  return apply(
    emptySnapshot,
    planCreation(emptySnapshot, flag, () => 'salt'),
  )
}

const changeWeights = (snapshot: StoredSnapshot, weights: Readonly<Record<string, number>>): StoredSnapshot => {
  const rules = flagIn(snapshot).rules?.map((rule) => ({ ...rule, split: { variants: variants(weights) } }))
  const change = { variants: variants(weights), rules, default: Object.keys(weights)[0] }
  return apply(snapshot, planChange(snapshot, KEY, change as never))
}

const revertTo = (snapshot: StoredSnapshot, earlier: StoredSnapshot, now = REVERTED_VERSION_TIME): StoredSnapshot =>
  apply(snapshot, planRevert(snapshot, KEY, { flag: flagIn(earlier), at: REVERTED_VERSION_TIME }, now))

describe('a reverted flag gives each user the earlier variant', () => {
  test.each([
    ['10/90', { a: 10, b: 90 }],
    ['0/100', { a: 0, b: 100 }],
    ['without a', { b: 1, c: 1 }],
  ])('after 50/50, then %s, then a revert', (_, weights) => {
    const original = snapshotWith({ a: 50, b: 50 })
    expect(variantsByUser(revertTo(changeWeights(original, weights), original))).toEqual(variantsByUser(original))
  })

  test('after any changes, at every version', () => {
    const weights = fc
      .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 9 }), { minKeys: 1 })
      .map((drawn) => ({ ...drawn }))
    fc.assert(
      fc.property(
        weights,
        fc.array(weights, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        (initialWeights, laterWeights, versionIndex) => {
          const versions = [snapshotWith(initialWeights)]
          for (const change of laterWeights) versions.push(changeWeights(versions.at(-1)!, change))
          const original = versions[versionIndex % versions.length]!
          const reverted = revertTo(versions.at(-1)!, original)
          expect(variantsByUser(reverted)).toEqual(variantsByUser(original))
          // A later change starts from the restored allocation.
          const weightsAfter = { a: 1, b: 1 }
          expect(variantsByUser(changeWeights(reverted, weightsAfter))).toEqual(
            variantsByUser(changeWeights(original, weightsAfter)),
          )
        },
      ),
      { seed: 11, numRuns: 60 },
    )
  })

  test('schedule steps in effect at that version remain, later due ones are not repeated, and future ones remain', () => {
    const change = (at: string, weights: Readonly<Record<string, number>>) => ({
      at,
      set: { variants: variants(weights) },
    })
    const schedule = [
      change('2025-12-01T00:00:00Z', { a: 1, b: 3 }),
      change('2026-02-01T00:00:00Z', { a: 3, b: 1 }),
      change('2026-09-01T00:00:00Z', { a: 0, b: 1 }),
    ]
    const flag = newFlag({ key: KEY, type: 'variant', variants: variants({ a: 1, b: 1 }), schedule } as never)
    const original = apply(
      emptySnapshot,
      planCreation(emptySnapshot, flag, () => 'salt'),
    )
    const reverted = flagIn(revertTo(original, original, new Date('2026-06-01T00:00:00Z')))
    expect([reverted.variants, reverted.schedule]).toEqual([variants({ a: 1, b: 3 }), [schedule[2]]])
  })
})

describe('variants with users', () => {
  const countMoved = (before: StoredSnapshot, after: StoredSnapshot): number => {
    const variantsBefore = variantsByUser(before)
    const variantsAfter = variantsByUser(after)
    return variantsBefore.filter((variant, i) => variant !== variantsAfter[i]).length
  }

  test('removing a variant moves only its users', () => {
    const before = snapshotWith({ a: 1, b: 1, c: 1 })
    const after = changeWeights(before, { a: 1, b: 1 })
    expect(countMoved(before, after)).toBe(variantsByUser(before).filter((variant) => variant === 'c').length)
    expect(variantsByUser(after)).not.toContain('c')
  })

  test('renaming a variant moves its users to the new name', () => {
    const before = snapshotWith({ a: 1, b: 1 })
    const after = changeWeights(before, { a: 1, z: 1 })
    expect(variantsByUser(after)).toEqual(variantsByUser(before).map((variant) => (variant === 'b' ? 'z' : variant)))
  })

  test('a change of type removes variants and fields that the new type does not have', () => {
    const before = snapshotWith({ a: 1, b: 1 })
    const plain = apply(before, planChange(before, KEY, { type: 'boolean', rules: [] } as never))
    expect(flagIn(plain)).toMatchObject({ type: 'boolean', default: false })
    expect(Object.keys(flagIn(plain))).not.toEqual(expect.arrayContaining(['variants', 'allocation']))
    const percentageFlag = apply(plain, planChange(plain, KEY, { type: 'percentage', percentage: 5 } as never))
    const booleanAgain = apply(percentageFlag, planChange(percentageFlag, KEY, { type: 'boolean' } as never))
    expect(flagIn(booleanAgain)).not.toHaveProperty('percentage')
  })

  test('variants of a rule that a client sends back are reallocated from their earlier allocation', () => {
    const before = snapshotWith({ a: 1, b: 1, c: 1 })
    const rules = flagIn(before).rules?.map((rule) => ({
      ...rule,
      split: { ...rule.split, variants: variants({ a: 1, b: 1 }) },
    }))
    const after = apply(before, planChange(before, KEY, { rules } as never))
    const proUserIndexes = USERS.flatMap(({ plan }, i) => (plan === 'pro' ? [i] : []))
    const variantsBefore = variantsByUser(before)
    const variantsAfter = variantsByUser(after)
    expect(proUserIndexes.filter((i) => variantsBefore[i] !== variantsAfter[i] && variantsBefore[i] !== 'c')).toEqual(
      [],
    )
    expect(proUserIndexes.map((i) => variantsAfter[i])).not.toContain('c')
  })
})

describe('fields without an effect are refused by name', () => {
  const fieldsOf = (write: () => unknown): readonly string[] => {
    try {
      write()
      return []
    } catch (error) {
      return (error as { extras?: { errors?: { field: string }[] } }).extras?.errors?.map(({ field }) => field) ?? ['?']
    }
  }
  const create = (flag: object) => planCreation(emptySnapshot, newFlag(flag as never), () => 'salt')

  test('a percentage of a boolean flag is refused, unless a canary set it', () => {
    const flag = { key: 'b', type: 'boolean' }
    expect(fieldsOf(() => create({ ...flag, percentage: 50 }))).toEqual(['percentage'])
    const schedule = [{ at: '2027-01-01T00:00:00Z', set: { percentage: 5 } }]
    expect(fieldsOf(() => create({ ...flag, schedule }))).toEqual(['schedule.0.set.percentage'])
    const snapshot = apply(emptySnapshot, create({ ...flag, key: KEY }))
    expect(fieldsOf(() => planChange(snapshot, KEY, { percentage: 50 } as never))).toEqual(['percentage'])
    const afterCanary = withFlag(snapshot, KEY, { ...flagIn(snapshot), percentage: 100 })
    expect(fieldsOf(() => planChange(afterCanary, KEY, { percentage: 100, description: 'x' } as never))).toEqual([])
    expect(fieldsOf(() => planChange(afterCanary, KEY, { percentage: null } as never))).toEqual([])
  })

  test('a percentage or a scheduled percentage of a flag that becomes boolean is refused', () => {
    const schedule = [{ at: '2027-01-01T00:00:00Z', set: { percentage: 20 } }]
    const percentageFlag = apply(emptySnapshot, create({ key: KEY, type: 'percentage', percentage: 33, schedule }))
    const changeToBoolean = (members: object) =>
      planChange(percentageFlag, KEY, { type: 'boolean', ...members } as never)
    expect(fieldsOf(() => changeToBoolean({}))).toEqual(['schedule.0.set.percentage'])
    expect(fieldsOf(() => changeToBoolean({ schedule: null, percentage: 33 }))).toEqual(['percentage'])
    const plain = apply(percentageFlag, changeToBoolean({ schedule: null }))
    expect(flagIn(plain)).not.toHaveProperty('percentage')
    // A boolean flag with an earlier scheduled percentage can be switched, but not reverted to it.
    const withScheduledPercentage = withFlag(percentageFlag, KEY, { ...flagIn(plain), schedule })
    expect(fieldsOf(() => planChange(withScheduledPercentage, KEY, { enabled: true } as never))).toEqual([])
    expect(fieldsOf(() => revertTo(plain, withScheduledPercentage))).toEqual(['schedule.0.set.percentage'])
  })

  test('variants without a weight above 0 are refused', () => {
    const zeroWeights = variants({ a: 0, b: 0 })
    expect(fieldsOf(() => create({ key: 'v', type: 'variant', variants: zeroWeights }))).toEqual(['variants'])
    const rule = { id: 'r', attribute: 'plan', operator: 'equals', value: 'pro', split: { variants: zeroWeights } }
    const flag = { key: 'v', type: 'variant', variants: variants({ a: 1 }), rules: [rule] }
    expect(fieldsOf(() => create(flag))).toEqual(['rules.0.split.variants'])
    // If only rules return variants, the weights have no effect.
    expect(fieldsOf(() => create({ key: 'v', type: 'variant', variants: zeroWeights, percentage: 0 }))).toEqual([])
  })

  test('a chain of more than 50 prerequisites is refused, whichever flag makes it too long', () => {
    let snapshot = emptySnapshot
    for (let i = 0; i <= 50; i++) {
      const prerequisites = i === 0 ? [] : [{ flag: `n${i - 1}` }]
      const flag = newFlag({ key: `n${i}`, type: 'boolean', prerequisites } as never)
      snapshot = apply(
        snapshot,
        planCreation(snapshot, flag, () => 'salt'),
      )
    }
    const last = newFlag({ key: 'n51', type: 'boolean', prerequisites: [{ flag: 'n50' }] } as never)
    expect(fieldsOf(() => planCreation(snapshot, last, () => 'salt'))).toEqual(['prerequisites'])
    const root = apply(
      snapshot,
      planCreation(snapshot, newFlag({ key: 'root', type: 'boolean' }), () => 'salt'),
    )
    const deeper = { prerequisites: [{ flag: 'root' }] }
    expect(fieldsOf(() => planChange(root, 'n0', deeper as never))).toEqual(['prerequisites'])
    expect(fieldsOf(() => planChange(root, 'n0', { description: 'x' } as never))).toEqual([])
  })
})
