import type { Condition, Literal } from '../script/syntax.ts'
import { type FactValue, listOf, optionOf } from './fact-value.ts'

export type Truth = boolean | undefined

/** Returns the value of a name; undefined means unknown. */
export type Lookup = (name: string) => FactValue | undefined

const sameValue = (value: FactValue, literal: Literal): boolean => {
  if (Array.isArray(value)) return value.length === 1 && value[0] === optionOf(literal)
  return optionOf(value as Literal) === optionOf(literal)
}

/** Options of ordered fields in ascending order, by field name. */
type Ranks = Readonly<Record<string, readonly string[]>>

const rankOf = (name: string, value: FactValue | Literal, ranks: Ranks | undefined): number | undefined => {
  if (typeof value === 'number') return value
  const rank = ranks?.[name]?.indexOf(String(value)) ?? -1
  return rank < 0 ? undefined : rank
}

const compareRanks = (operator: string, a: number | undefined, b: number | undefined): Truth => {
  if (a === undefined || b === undefined) return undefined
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    default:
      return a >= b
  }
}

type Comparison = Extract<Condition, { kind: 'compare' }>

const evaluateComparison = (
  { ref, operator, literal }: Comparison,
  value: FactValue,
  ranks: Ranks | undefined,
): Truth => {
  switch (operator) {
    case '=':
      return sameValue(value, literal.value)
    case '!=':
      return !sameValue(value, literal.value)
    case 'has':
      return listOf(value).includes(optionOf(literal.value))
    default:
      return compareRanks(operator, rankOf(ref.text, value, ranks), rankOf(ref.text, literal.value, ranks))
  }
}

const evaluateFact = (value: FactValue): Truth => {
  if (typeof value === 'boolean') return value
  return value === 'yes' ? true : value === 'no' ? false : undefined
}

const isAmong = (value: FactValue, literals: readonly { readonly value: Literal }[]): boolean => {
  const options = literals.map((literal) => optionOf(literal.value))
  return Array.isArray(value)
    ? value.some((item) => options.includes(item))
    : options.includes(optionOf(value as Literal))
}

const evaluateAnd = (operands: readonly Condition[], lookup: Lookup, ranks: Ranks | undefined): Truth => {
  let isUnknown = false
  for (const condition of operands) {
    const truth = evaluate(condition, lookup, ranks)
    if (truth === false) return false
    isUnknown ||= truth === undefined
  }
  return isUnknown ? undefined : true
}

const evaluateOr = (operands: readonly Condition[], lookup: Lookup, ranks: Ranks | undefined): Truth => {
  let isUnknown = false
  for (const condition of operands) {
    const truth = evaluate(condition, lookup, ranks)
    if (truth === true) return true
    isUnknown ||= truth === undefined
  }
  return isUnknown ? undefined : false
}

/**
 * Evaluates a condition in Kleene's three-valued logic: the result is unknown unless the known operands decide it.
 */
export const evaluate = (condition: Condition, lookup: Lookup, ranks?: Ranks): Truth => {
  switch (condition.kind) {
    case 'and':
      return evaluateAnd(condition.operands, lookup, ranks)
    case 'or':
      return evaluateOr(condition.operands, lookup, ranks)
    case 'not': {
      const truth = evaluate(condition.operand, lookup, ranks)
      return truth === undefined ? undefined : !truth
    }
    case 'known':
      return (lookup(condition.ref.text) !== undefined) === condition.isKnown
    default: {
      const value = lookup(condition.ref.text)
      if (value === undefined) return undefined
      if (condition.kind === 'holds') return evaluateFact(value)
      if (condition.kind === 'compare') return evaluateComparison(condition, value, ranks)
      return isAmong(value, condition.literals)
    }
  }
}

/** Returns the unknown names that would decide an undecided condition; empty for a decided one. */
export const undecidedNames = (condition: Condition, lookup: Lookup): readonly string[] => {
  if (evaluate(condition, lookup) !== undefined) return []
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...new Set(condition.operands.flatMap((operand) => undecidedNames(operand, lookup)))]
    case 'not':
      return undecidedNames(condition.operand, lookup)
    default:
      return lookup(condition.ref.text) === undefined ? [condition.ref.text] : []
  }
}

export const namesIn = (condition: Condition): readonly string[] => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.operands.flatMap(namesIn)
    case 'not':
      return namesIn(condition.operand)
    default:
      return [condition.ref.text]
  }
}
