import { ELEMENTS, PHASES, SEVERITIES, STRIDE } from '../decks/card.ts'
import { optionOf } from '../facts/fact-value.ts'
import type { FactQuestion } from '../facts/traits.ts'
import { didYouMean, type ScriptError, scriptError } from '../script/script-errors.ts'
import type { Condition, LiteralAt, WordAt } from '../script/syntax.ts'

type FactType = Pick<FactQuestion, 'type' | 'options'>

/** Card fields that `where` can use. Severity is ordered. */
export const CARD_FIELDS: Readonly<Record<string, FactType & { readonly isOrdered?: true }>> = {
  id: { type: 'text' },
  element: { type: 'one of', options: ELEMENTS },
  severity: { type: 'one of', options: SEVERITIES, isOrdered: true },
  tags: { type: 'any of' },
  stride: { type: 'one of', options: STRIDE },
  phase: { type: 'one of', options: PHASES },
  must: { type: 'yes/no' },
}

type LeafCondition = Exclude<Condition, { kind: 'and' | 'or' | 'not' }>

export const leafConditionsIn = (condition: Condition): readonly LeafCondition[] => {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.operands.flatMap(leafConditionsIn)
    case 'not':
      return leafConditionsIn(condition.operand)
    default:
      return [condition]
  }
}

export const lineOf = (condition: Condition): number => leafConditionsIn(condition)[0]?.ref.line ?? 0

const mismatch = (word: WordAt | LiteralAt, message: string, hint?: string): ScriptError =>
  scriptError('type_mismatch', word, message, hint)

const quotedLiteral = (literal: LiteralAt): string => `"${optionOf(literal.value)}"`

export const literalProblem = (
  literal: LiteralAt,
  name: string,
  { type, options }: FactType,
): ScriptError | undefined => {
  const { value } = literal
  switch (type) {
    case 'yes/no':
      return typeof value === 'boolean'
        ? undefined
        : mismatch(literal, `${name} is yes or no, not ${quotedLiteral(literal)}`)
    case 'number':
      return typeof value === 'number'
        ? undefined
        : mismatch(literal, `${name} is a number, not ${quotedLiteral(literal)}`)
    case 'text':
      return typeof value === 'string' ? undefined : mismatch(literal, `${name} is text, not ${quotedLiteral(literal)}`)
    default: {
      if (options === undefined || options.includes(optionOf(value))) return undefined
      const hint = didYouMean(optionOf(value), options) ?? `it is one of ${options.join(', ')}`
      return mismatch(literal, `${quotedLiteral(literal)} is not an option of ${name}`, hint)
    }
  }
}

const isNumeric = ({ type, options }: FactType): boolean =>
  type === 'number' || (type === 'one of' && options !== undefined && options.every((option) => /^-?\d/.test(option)))

const comparisonProblem = (
  { ref, operator, operatorAt, literal }: Extract<LeafCondition, { kind: 'compare' }>,
  type: FactType & { readonly isOrdered?: true },
): ScriptError | undefined => {
  const at = { ...operatorAt, text: operator }
  if (operator === 'has')
    return type.type === 'any of'
      ? literalProblem(literal, ref.text, type)
      : mismatch(at, `${ref.text} has one value`, 'write "="')
  if (operator === '=' || operator === '!=')
    return type.type === 'any of'
      ? mismatch(at, `${ref.text} may have several values`, 'write "has"')
      : literalProblem(literal, ref.text, type)
  if (!isNumeric(type) && type.isOrdered !== true)
    return mismatch(at, `${ref.text} has no order: it is ${type.type === 'text' ? 'text' : `"${type.type}"`}`)
  if (type.isOrdered === true) return literalProblem(literal, ref.text, type)
  return literalProblem(literal, ref.text, { type: 'number' })
}

export const leafProblems = (
  test: LeafCondition,
  type: FactType & { readonly isOrdered?: true },
): readonly ScriptError[] => {
  switch (test.kind) {
    case 'known':
      return []
    case 'holds': {
      const { ref } = test
      return type.type === 'yes/no'
        ? []
        : [mismatch(ref, `${ref.text} is not yes or no`, `compare it, as in "${ref.text} = …"`)]
    }
    case 'in':
      return test.literals.flatMap((literal) => literalProblem(literal, test.ref.text, type) ?? [])
    default:
      return [comparisonProblem(test, type) ?? []].flat()
  }
}

export const whereProblems = (condition: Condition): readonly ScriptError[] =>
  leafConditionsIn(condition).flatMap((test) => {
    const { ref } = test
    const field = Object.hasOwn(CARD_FIELDS, ref.text) ? CARD_FIELDS[ref.text] : undefined
    if (field) return leafProblems(test, field)
    const names = Object.keys(CARD_FIELDS)
    const hint = didYouMean(ref.text, names) ?? `cards have ${names.join(', ')}`
    return [scriptError('unknown_field', ref, `cards have no field "${ref.text}"`, hint)]
  })
