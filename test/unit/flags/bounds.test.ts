import { type AttributeCondition, checkFlag, checkSegment, flagFrom } from '@signet/flags'
import { describe, expect, it } from 'vitest'
import { compileSnapshot } from '../../../layers/flags/src/engine/compile-snapshot.ts'
import { flagsOf, on } from './sample-flags.ts'

const matches = (operator: AttributeCondition['operator'], value: string, a: unknown): boolean =>
  flagsOf([on('f', { rules: [{ attribute: 'a', operator, value, result: true }] })]).isEnabled('f', { a })

describe('evaluated values are limited', () => {
  it('a pattern matches texts of up to 512 characters only', () => {
    expect(matches('regex', '^a+$', 'a'.repeat(512))).toBe(true)
    expect(matches('regex', '^a+$', 'a'.repeat(513))).toBe(false)
  })

  it.each(['contains', 'startsWith', 'endsWith'] as const)(
    '%s compares texts of up to 10,000 characters only',
    (operator) => {
      expect(matches(operator, 'a', 'a'.repeat(10_000))).toBe(true)
      expect(matches(operator, 'a', 'a'.repeat(10_001))).toBe(false)
    },
  )

  it('only the first 100 entries and 512 characters of a list are compared', () => {
    const list = (position: number) => Array.from({ length: 200 }, (_, i) => (i === position ? 'x' : 'y'))
    expect([matches('equals', 'x', list(99)), matches('equals', 'x', list(100))]).toEqual([true, false])
    const texts = (length: number) => ['y'.repeat(length), 'x']
    expect([matches('regex', 'x', texts(511)), matches('regex', 'x', texts(512))]).toEqual([true, false])
  })

  it('a flag or a segment may have patterns of 300 states, and 1,000 texts to be contained', () => {
    const patterns = (count: number) =>
      Array.from({ length: count }, () => ({ attribute: 'a', operator: 'regex', value: 'a{99}' }) as const)
    const texts = Array.from({ length: 1001 }, (_, i) => `${i}`)
    const fields = (flag: object) => checkFlag({ ...on('f'), ...flag }).map(({ field }) => field)
    expect(fields({ rules: patterns(3) })).toEqual([])
    expect(fields({ rules: [...patterns(1), { not: { any: patterns(3) } }] })).toEqual(['rules'])
    expect(checkSegment({ key: 's', when: { all: patterns(4) } }).map(({ field }) => field)).toEqual(['when'])
    expect(fields({ rules: [{ attribute: 'a', operator: 'contains', value: texts }] })).toEqual(['rules.0.value'])
    expect(fields({ rules: [{ attribute: 'a', operator: 'in', value: texts }] })).toEqual([])
  })
})

it('a segment is compiled once, however many rules of however many flags use it', () => {
  const operatorReads = (rules: number): number => {
    let reads = 0
    const value = {
      attribute: 'a',
      value: 'x',
      get operator() {
        reads += 1
        return 'equals' as const
      },
    }
    const flags = Array.from({ length: 5 }, (_, i) => ({
      ...flagFrom({ key: `f${i}`, type: 'boolean', enabled: true }),
      rules: Array.from({ length: rules }, () => ({ segment: 's', result: true })),
    }))
    const snapshot = { version: 1, flags, segments: [{ key: 's', when: { any: [value] } }] }
    compileSnapshot(snapshot, { now: () => 0, random: () => 0 })
    return reads
  }
  expect(operatorReads(1)).toBeGreaterThan(0)
  expect(operatorReads(200)).toBe(operatorReads(1))
})
