import type { Condition, Operator } from '../definition.ts'
import { isSemver } from '../extend.ts'
import { isObject } from '../problem-list.ts'
import { listOf, textOf, UnsupportedFlag } from './import-result.ts'

export const flagdAttribute = (name: string): string => (name === 'targetingKey' ? 'user' : name)

/** Returns the attribute that a `var` reads; undefined for any other logic. */
export const variableOf = (logic: unknown): string | undefined => {
  if (!isObject(logic) || !Object.hasOwn(logic, 'var')) return undefined
  const name = Array.isArray(logic.var) ? logic.var[0] : logic.var
  return typeof name === 'string' && name !== '' ? name : undefined
}

const ORDER_OPERATORS: Readonly<Record<string, Operator>> = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' }
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }
const VERSION_OPERATORS: Readonly<Record<string, Operator>> = {
  '=': 'semverEq',
  '<': 'semverLt',
  '<=': 'semverLte',
  '>': 'semverGt',
  '>=': 'semverGte',
}

const unsupported = (logic: unknown): UnsupportedFlag =>
  new UnsupportedFlag(`targeting has ${JSON.stringify(logic).slice(0, 100)}`)

/** Returns a condition that compares the time, in whole seconds since 1970, with a bound. */
const timestampCondition = (sign: string, seconds: number): Condition => {
  const isBelow = sign === '<' || sign === '<='
  const instant = new Date((sign === '<=' || sign === '>' ? seconds + 1 : seconds) * 1000).toISOString()
  const before: Condition = { attribute: 'currentTime', operator: 'before', value: instant }
  return isBelow ? before : { not: before }
}

const orderCondition = (sign: string, left: unknown, right: unknown, logic: unknown): Condition => {
  const name = variableOf(left)
  if (name === undefined) {
    const mirrored = MIRRORED[sign] ?? ''
    if (variableOf(right) === undefined) throw unsupported(logic)
    return orderCondition(mirrored, right, left, logic)
  }
  if (typeof right !== 'number') throw unsupported(logic)
  if (name === '$flagd.timestamp') return timestampCondition(sign, right)
  const operator = ORDER_OPERATORS[sign] ?? 'lt'
  const attribute = flagdAttribute(name)
  const compared: Condition = { attribute, operator, value: right }
  // JSONLogic reads a missing value as null, and null as zero.
  const matchesZero = { lt: 0 < right, lte: 0 <= right, gt: 0 > right, gte: 0 >= right }[operator as 'lt']
  return matchesZero ? { any: [compared, { not: { attribute, operator: 'exists' } }] } : compared
}

const equalityCondition = (args: readonly unknown[], logic: unknown): Condition => {
  const [left, right] = args
  const name = variableOf(left) ?? variableOf(right)
  const value = variableOf(left) === undefined ? left : right
  if (name === undefined || name.startsWith('$flagd') || !['string', 'number', 'boolean'].includes(typeof value)) {
    throw unsupported(logic)
  }
  return { attribute: flagdAttribute(name), operator: 'equals', value: value as string }
}

const membershipCondition = ([left, right]: readonly unknown[], logic: unknown): Condition => {
  const name = variableOf(left)
  if (
    name !== undefined &&
    Array.isArray(right) &&
    right.every((each) => typeof each === 'string' || typeof each === 'number')
  ) {
    return { attribute: flagdAttribute(name), operator: 'in', value: right }
  }
  const listName = variableOf(right)
  if (listName === undefined || typeof left !== 'string') throw unsupported(logic)
  return { attribute: flagdAttribute(listName), operator: 'contains', value: left }
}

const affixCondition = (operator: Operator, [left, right]: readonly unknown[], logic: unknown): Condition => {
  const name = variableOf(left)
  if (name === undefined || typeof right !== 'string') throw unsupported(logic)
  return { attribute: flagdAttribute(name), operator, value: right }
}

const versionCondition = ([left, sign, right]: readonly unknown[], logic: unknown): Condition => {
  const name = variableOf(left)
  const operator = VERSION_OPERATORS[textOf(sign) === '!=' ? '=' : textOf(sign)]
  if (name === undefined || !operator || !isSemver(right)) throw unsupported(logic)
  const condition: Condition = { attribute: flagdAttribute(name), operator, value: textOf(right) }
  return textOf(sign) === '!=' ? { not: condition } : condition
}

/** Converts boolean JSONLogic to a condition. @throws UnsupportedFlag if it has no exact equivalent. */
export const flagdCondition = (logic: unknown): Condition => {
  if (typeof logic === 'boolean') return logic ? { all: [] } : { any: [] }
  if (!isObject(logic)) throw unsupported(logic)
  const [name = '', ...more] = Object.keys(logic)
  if (more.length > 0) throw unsupported(logic)
  const args = Array.isArray(logic[name]) ? listOf(logic[name]) : [logic[name]]
  if (name === 'and') return { all: args.map(flagdCondition) }
  if (name === 'or') return { any: args.map(flagdCondition) }
  if (name === '!') return { not: flagdCondition(args[0]) }
  if (name === '!!') return flagdCondition(args[0])
  if (name === '==' || name === '===') return equalityCondition(args, logic)
  if (name === '!=' || name === '!==') return { not: equalityCondition(args, logic) }
  if (name === 'in') return membershipCondition(args, logic)
  if (name === 'starts_with') return affixCondition('startsWith', args, logic)
  if (name === 'ends_with') return affixCondition('endsWith', args, logic)
  if (name === 'sem_ver') return versionCondition(args, logic)
  if (!Object.hasOwn(ORDER_OPERATORS, name)) throw unsupported(logic)
  if (args.length === 2) return orderCondition(name, args[0], args[1], logic)
  if (args.length !== 3) throw unsupported(logic)
  return { all: [orderCondition(name, args[0], args[1], logic), orderCondition(name, args[1], args[2], logic)] }
}
