import type { Condition, Json, Operator } from '../definition.ts'
import { type Fields, isObject } from '../problem-list.ts'
import { fieldsOf, listOf, samePattern, UnsupportedFlag } from './import-result.ts'

export const growthBookAttribute = (name: string): string => (name === 'id' ? 'user' : name)

const isScalar = (value: unknown): value is Json =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const scalars = (values: unknown, source: string): readonly Json[] => {
  if (!Array.isArray(values) || !values.every(isScalar))
    throw new UnsupportedFlag(`a condition has ${source} with an invalid list of values`)
  return values
}

const ORDER_OPERATORS: Readonly<Record<string, Operator>> = { $lt: 'lt', $lte: 'lte', $gt: 'gt', $gte: 'gte' }

const groupValues = (name: unknown, groups: Fields): readonly Json[] => {
  const group = groups[`${name}`]
  const values = isObject(group) ? group.values : group
  if (!Array.isArray(values)) throw new UnsupportedFlag(`the saved group ${name} is not a list`)
  return scalars(values, 'a saved group')
}

const operatorCondition = (attribute: string, name: string, value: unknown, groups: Fields): Condition => {
  const order = ORDER_OPERATORS[name]
  if (order && typeof value === 'number') return { attribute, operator: order, value }
  if (name === '$eq' && isScalar(value)) return { attribute, operator: 'equals', value }
  if (name === '$ne' && isScalar(value)) return { attribute, operator: 'notEquals', value }
  if (name === '$in') return { attribute, operator: 'in', value: scalars(value, name) }
  if (name === '$nin') return { attribute, operator: 'notIn', value: scalars(value, name) }
  if (name === '$ini') return { attribute, operator: 'in', value: scalars(value, name), caseInsensitive: true }
  if (name === '$nini') return { attribute, operator: 'notIn', value: scalars(value, name), caseInsensitive: true }
  if (name === '$inGroup') return { attribute, operator: 'in', value: groupValues(value, groups) }
  if (name === '$notInGroup') return { attribute, operator: 'notIn', value: groupValues(value, groups) }
  if (name === '$regex') return { attribute, operator: 'regex', value: samePattern(value) }
  if (name === '$regexi') return { attribute, operator: 'regex', value: samePattern(value), caseInsensitive: true }
  if (name === '$not') return { not: valueCondition(attribute, value, groups) }
  if (name === '$exists') {
    const exists: Condition = { attribute, operator: 'exists' }
    return value ? exists : { not: exists }
  }
  throw new UnsupportedFlag(`a condition has ${name}`)
}

const valueCondition = (attribute: string, value: unknown, groups: Fields): Condition => {
  if (isScalar(value)) return { attribute, operator: 'equals', value }
  const operators = Object.entries(fieldsOf(value))
  if (operators.length === 0 || !operators.every(([name]) => name.startsWith('$'))) {
    throw new UnsupportedFlag(`${attribute} is compared with an object or a list`)
  }
  return { all: operators.map(([name, each]) => operatorCondition(attribute, name, each, groups)) }
}

/** Converts a condition of GrowthBook (docs.growthbook.io, "Targeting conditions"). @throws UnsupportedFlag */
export const growthBookCondition = (condition: unknown, groups: Fields): Condition => {
  const convertAll = (list: unknown) => listOf(list).map((inner) => growthBookCondition(inner, groups))
  const parts = Object.entries(fieldsOf(condition)).map(([name, value]): Condition => {
    if (name === '$and') return { all: convertAll(value) }
    // An empty $or matches all users.
    if (name === '$or') return listOf(value).length === 0 ? { all: [] } : { any: convertAll(value) }
    if (name === '$nor') return listOf(value).length === 0 ? { any: [] } : { not: { any: convertAll(value) } }
    if (name === '$not') return { not: growthBookCondition(value, groups) }
    if (name.startsWith('$')) throw new UnsupportedFlag(`a condition has ${name}`)
    return valueCondition(growthBookAttribute(name), value, groups)
  })
  const [only] = parts
  return parts.length === 1 && only ? only : { all: parts }
}
