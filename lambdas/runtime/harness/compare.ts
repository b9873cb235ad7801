import { canonicalJson } from '@signet/receipts/digest'
import type { OPERATORS } from '../contract/harness.ts'

export type Operator = (typeof OPERATORS)[number]

const isSame = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : canonicalJson(one) === canonicalJson(other)

const isAmong = (value: unknown, list: unknown): boolean =>
  Array.isArray(list) && list.some((each) => isSame(each, value))

/** Whether a comparison holds. Order is for two numbers or two texts. */
export const compares = (left: unknown, operator: Operator, right: unknown): boolean => {
  switch (operator) {
    case '=':
      return isSame(left, right)
    case '!=':
      return !isSame(left, right)
    case 'has':
      return isAmong(right, left)
    case 'in':
      return isAmong(left, right)
    default: {
      const isOrdered = typeof left === typeof right && ['number', 'string'].includes(typeof left)
      if (!isOrdered) return false
      const one = left as number
      const other = right as number
      if (operator === '<') return one < other
      if (operator === '<=') return one <= other
      return operator === '>' ? one > other : one >= other
    }
  }
}
