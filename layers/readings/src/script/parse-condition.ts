import { Cursor, Stop, stop } from './cursor.ts'
import type { ScriptError } from './script-errors.ts'
import { SCRIPT_LIMITS } from './script-limits.ts'
import type { Condition, LiteralAt, Operator, WordAt } from './syntax.ts'

const OPERATORS: readonly string[] = ['=', '!=', '<', '<=', '>', '>=', 'has']

/** Reads a name with optional members, such as `entry.count`, as one word. */
const refAt = (cursor: Cursor): WordAt => {
  const first = cursor.name('a name')
  let { text } = first
  let end = first.column + first.length
  while (cursor.skip('.')) {
    const part = cursor.name('a name after "."')
    text += `.${part.text}`
    end = part.column + part.length
  }
  return { text, line: first.line, column: first.column, length: end - first.column }
}

const literalsAt = (cursor: Cursor): readonly LiteralAt[] => {
  cursor.require('(')
  const literals = [cursor.literal()]
  while (cursor.skip(',')) literals.push(cursor.literal())
  cursor.require(')')
  return literals
}

const parseLeaf = (cursor: Cursor): Condition => {
  const ref = refAt(cursor)
  if (cursor.skip('in')) return { kind: 'in', ref, literals: literalsAt(cursor) }
  if (cursor.skip('is')) {
    if (!cursor.isWord('known') && !cursor.isWord('unknown'))
      cursor.failMissing('"known" or "unknown"', ['known', 'unknown'])
    return { kind: 'known', ref, isKnown: cursor.take().text === 'known' }
  }
  const { kind, text, ...operatorAt } = cursor.next
  if ((kind !== 'sign' && kind !== 'word') || !OPERATORS.includes(text)) return { kind: 'holds', ref }
  cursor.take()
  if (cursor.isWord('unknown') || cursor.isWord('known'))
    stop('syntax', cursor.next, 'a value cannot equal unknown', `write "${ref.text} is ${cursor.next.text}"`)
  return { kind: 'compare', ref, operator: text as Operator, operatorAt, literal: cursor.literal() }
}

const parseNegatable = (cursor: Cursor, depth: number): Condition => {
  if (cursor.skip('not')) return { kind: 'not', operand: parseOperand(cursor, depth) }
  return parseOperand(cursor, depth)
}

const parseOperand = (cursor: Cursor, depth: number): Condition => {
  if (!cursor.isSign('(')) return parseLeaf(cursor)
  if (depth === SCRIPT_LIMITS.parentheses)
    stop('too_many', cursor.next, `parentheses can be nested at most ${SCRIPT_LIMITS.parentheses} deep`)
  cursor.take()
  const inner = conditionAt(cursor, depth + 1)
  cursor.require(')')
  return inner
}

const parseChain = (cursor: Cursor, kind: 'and' | 'or', parsePart: () => Condition): Condition => {
  const first = parsePart()
  if (!cursor.isWord(kind)) return first
  const operands = [first]
  while (cursor.skip(kind)) operands.push(parsePart())
  return { kind, operands }
}

export const conditionAt = (cursor: Cursor, depth = 0): Condition =>
  parseChain(cursor, 'or', () => parseChain(cursor, 'and', () => parseNegatable(cursor, depth)))

/** Parses a condition outside a script, such as `when` of a card. */
export const parseCondition = (
  text: string,
): { readonly ok: true; readonly condition: Condition } | { readonly ok: false; readonly error: ScriptError } => {
  const cursor = new Cursor(text, 1)
  try {
    const condition = conditionAt(cursor)
    cursor.expectEnd(['and', 'or', 'in', 'is', 'has'])
    return { ok: true, condition }
  } catch (error) {
    if (error instanceof Stop) return { ok: false, error: error.error }
    throw error
  }
}
