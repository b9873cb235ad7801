import { createFlags, flagFrom, type Rule } from '@signet/flags'
import { PATTERN_STATES_MAX } from '@signet/flags/check'
import { describe, expect, it, test } from 'vitest'
import { planChange, planCreation } from '../../../lambdas/flags/sets/flag-changes.ts'
import { planSegmentPut } from '../../../lambdas/flags/sets/segment-changes.ts'
import { emptySnapshot, type StoredSnapshot, withFlag, withSegment } from '../../../lambdas/flags/sets/stored-flag.ts'
import { newFlag } from './admin/flag-world.ts'
import { on } from './sample-flags.ts'

/** Patterns that keep every state busy on a text of one letter, to the last character. */
const COSTLY = ['(a?){99}b', '(?:a?|(?:aa)?){30}b', '(a*)*b', '(?:\\w?\\W?){60}b', '([ac-z]?){120}[b]']

/** Returns the milliseconds of the fastest of nine runs: other load makes a run slower but never faster. */
const fastestMs = (run: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 9 }, () => {
      const startedAt = performance.now()
      run()
      return performance.now() - startedAt
    }),
  )

const regex = (value: string, attribute = 'a'): Rule => ({ attribute, operator: 'regex', value, result: true })

/** Returns as many rules of a pattern as a flag may have. */
const maxRules = (pattern: string): readonly Rule[] => {
  const rules: Rule[] = []
  for (;;) {
    try {
      createFlags().createFlag(on('f', { rules: [...rules, regex(pattern)] }))
      rules.push(regex(pattern))
    } catch {
      return rules
    }
    if (rules.length === 200) return rules
  }
}

describe('a flag with as many patterns as allowed', () => {
  test.each(COSTLY)('%s: evaluates within 5 ms on a text of 512 characters, and on any list', (pattern) => {
    const flags = createFlags()
    flags.createFlag(on('f', { rules: maxRules(pattern) }))
    const text = 'a'.repeat(512)
    const list = Array.from({ length: 100 }, () => 'a'.repeat(512))
    for (const a of [text, list, Array.from({ length: 100 }, () => 'aaaaa')]) {
      expect(flags.isEnabled('f', { a })).toBe(false)
      expect(fastestMs(() => flags.isEnabled('f', { a }))).toBeLessThan(5)
    }
  })
})

describe('the limit of pattern states per evaluation', () => {
  const fieldsOf = (write: () => unknown): readonly string[] => {
    try {
      write()
      return []
    } catch (error) {
      return (error as { extras: { errors: { field: string }[] } }).extras.errors.map(({ field }) => field)
    }
  }
  const storedFlag = (key: string, more: object): StoredSnapshot['flags'][number] => ({
    ...flagFrom({ key, type: 'boolean', enabled: true, ...more }),
    description: '',
    tags: [],
    createdAt: '',
    updatedAt: '',
  })
  /** Two patterns of 75 states each. */
  const halfOfLimit = Array.from({ length: 2 }, () => regex('a{75}'))
  const segment = { key: 's', when: { any: halfOfLimit.map(({ result: _result, ...when }) => when) } } as const
  const segmentRule: Rule[] = [{ segment: 's', result: true }]

  it('includes segments, as often as rules use them, and prerequisites', () => {
    const withSegmentS = withSegment(emptySnapshot, 's', { ...segment, version: 1 })
    const create = (rules: readonly Rule[], snapshot = withSegmentS, more: object = {}) =>
      fieldsOf(() =>
        planCreation(snapshot, newFlag({ key: 'f', type: 'boolean', rules, ...more } as never), () => 'salt'),
      )
    expect(create(segmentRule)).toEqual([])
    expect(create([...segmentRule, ...segmentRule])).toEqual(['rules'])
    expect(create([...segmentRule, ...halfOfLimit])).toEqual(['rules'])
    const withPrerequisite = withFlag(withSegmentS, 'needed', storedFlag('needed', { rules: halfOfLimit }))
    expect(create(segmentRule, withPrerequisite, { prerequisites: [{ flag: 'needed' }] })).toEqual(['rules'])
    const withDependentFlag = withFlag(
      withPrerequisite,
      'above',
      storedFlag('above', { rules: halfOfLimit, prerequisites: [{ flag: 'needed' }] }),
    )
    expect(fieldsOf(() => planChange(withDependentFlag, 'needed', { description: 'x' } as never))).toEqual([])
    const costlierRules = { rules: [...halfOfLimit, regex('a')] }
    expect(fieldsOf(() => planChange(withDependentFlag, 'needed', costlierRules as never))).toEqual(['rules'])
  })

  it('limits changes of a segment that flags use', () => {
    const cheapSegment = { ...segment, when: { attribute: 'a', operator: 'regex', value: 'a' }, version: 1 } as const
    const usedThreeTimes = withFlag(
      withSegment(emptySnapshot, 's', cheapSegment),
      'f',
      storedFlag('f', { rules: [...segmentRule, ...segmentRule, ...segmentRule] }),
    )
    expect(fieldsOf(() => planSegmentPut(usedThreeTimes, segment, 1))).toEqual(['when'])
    expect(fieldsOf(() => planSegmentPut(usedThreeTimes, { ...cheapSegment, description: 'x' }, 1))).toEqual([])
    expect(PATTERN_STATES_MAX).toBe(300)
  })
})
