import type { JsonSchema } from '@signet/contracts/ir'
import { type Change, type Side, shiftOf } from './change.ts'

interface RangeLimit {
  readonly value: number
  readonly isExclusive: boolean
}

const numberIn = (schema: JsonSchema, keyword: string, fallback: number): number => {
  const value = schema[keyword]
  return typeof value === 'number' ? value : fallback
}

/** Returns the stricter of the two ways to bound a number; `sign` is 1 for lower bounds and -1 for upper ones. */
const numericBound = (schema: JsonSchema, inclusive: string, exclusive: string, sign: 1 | -1): RangeLimit => {
  const unbounded = -Infinity * sign
  const inclusiveLimit = numberIn(schema, inclusive, unbounded)
  const exclusiveLimit = numberIn(schema, exclusive, unbounded)
  const isExclusive = exclusiveLimit !== unbounded && exclusiveLimit * sign >= inclusiveLimit * sign
  return { value: isExclusive ? exclusiveLimit : inclusiveLimit, isExclusive }
}

/** Positive if `after` is the narrower bound for its sign. */
const narrowing = (before: RangeLimit, after: RangeLimit, sign: 1 | -1): number =>
  before.value === after.value
    ? Number(after.isExclusive) - Number(before.isExclusive)
    : Math.sign(after.value - before.value) * sign

const boundText = ({ value, isExclusive }: RangeLimit): string =>
  Number.isFinite(value) ? `${value}${isExclusive ? ' (excluded)' : ''}` : 'none'

const boundChange = (
  side: Side,
  keyword: string,
  at: string,
  bounds: readonly [RangeLimit, RangeLimit],
  sign: 1 | -1,
): Change[] => {
  const [before, after] = bounds
  const direction = narrowing(before, after, sign)
  if (direction === 0) return []
  const shift = direction > 0 ? 'narrowed' : 'widened'
  const what = `${keyword} was ${boundText(before)} and is ${boundText(after)}`
  return [shiftOf({ side, shift }, `range-${shift}`, `${at}.${keyword}`, what)]
}

const lowerCounts = ['minLength', 'minItems', 'minProperties'] as const
const upperCounts = ['maxLength', 'maxItems', 'maxProperties'] as const

const countOf = (schema: JsonSchema, keyword: string, fallback: number): RangeLimit => ({
  value: numberIn(schema, keyword, fallback),
  isExclusive: false,
})

const multipleChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const oldDivisor = numberIn(before, 'multipleOf', 0)
  const newDivisor = numberIn(after, 'multipleOf', 0)
  if (oldDivisor === newDivisor) return []
  const what = `multipleOf was ${oldDivisor || 'none'} and is ${newDivisor || 'none'}`
  const isNarrower = oldDivisor === 0 || (newDivisor !== 0 && newDivisor % oldDivisor === 0)
  const isWider = newDivisor === 0 || (oldDivisor !== 0 && oldDivisor % newDivisor === 0)
  const changePath = `${at}.multipleOf`
  return [
    ...(isWider ? [] : [shiftOf({ side, shift: 'narrowed' }, 'range-narrowed', changePath, what)]),
    ...(isNarrower ? [] : [shiftOf({ side, shift: 'widened' }, 'range-widened', changePath, what)]),
  ]
}

export const rangeKeywords: readonly string[] = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  ...lowerCounts,
  ...upperCounts,
]

/** Compares bounds of numbers, lengths and counts by the values that they allow, regardless of their spelling. */
export const rangeChanges = (side: Side, before: JsonSchema, after: JsonSchema, at: string): Change[] => {
  const lower = [before, after].map((schema) => numericBound(schema, 'minimum', 'exclusiveMinimum', 1))
  const upper = [before, after].map((schema) => numericBound(schema, 'maximum', 'exclusiveMaximum', -1))
  return [
    ...boundChange(side, 'minimum', at, lower as [RangeLimit, RangeLimit], 1),
    ...boundChange(side, 'maximum', at, upper as [RangeLimit, RangeLimit], -1),
    ...lowerCounts.flatMap((keyword) =>
      boundChange(side, keyword, at, [countOf(before, keyword, 0), countOf(after, keyword, 0)], 1),
    ),
    ...upperCounts.flatMap((keyword) =>
      boundChange(side, keyword, at, [countOf(before, keyword, Infinity), countOf(after, keyword, Infinity)], -1),
    ),
    ...multipleChanges(side, before, after, at),
  ]
}
