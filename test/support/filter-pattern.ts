/** A line of a log as JSON. */
type Line = Readonly<Record<string, unknown>>

const memberOf = (line: Line, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Line | undefined)?.[name], line)

/** `5*` matches any text that begins with 5; a text without a star matches literally. */
const isText = (value: unknown, pattern: string): boolean =>
  pattern.endsWith('*') ? String(value).startsWith(pattern.slice(0, -1)) : value === pattern

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
}

/** Evaluates one comparison. An absent member matches nothing (CloudWatch Logs, "Filter pattern syntax"). */
const isTrue = (line: Line, comparison: string): boolean => {
  const [, path = '', operator = '', text, number] =
    /^\$\.([\w.]+) (=|!=|>=|<=|>|<) (?:"([^"]*)"|([\d.]+))$/.exec(comparison) ?? []
  const value = memberOf(line, path)
  if (path === '') throw new Error(`The tests do not support the comparison "${comparison}"`)
  if (value === undefined) return false
  if (text !== undefined) return isText(value, text) === (operator === '=')
  return typeof value === 'number' && COMPARISONS[operator]?.(value, Number(number)) === true
}

/** Splits a pattern at an operator outside every parenthesis. */
const splitOutsideParentheses = (pattern: string, operator: '&&' | '||'): string[] => {
  const parts = ['']
  let depth = 0
  for (const token of pattern.split(/(&&|\|\||[()])/)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === operator && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${token}`)
  }
  return parts.map((part) => part.trim())
}

const matches = (line: Line, pattern: string): boolean => {
  const alternatives = splitOutsideParentheses(pattern, '||')
  if (alternatives.length > 1) return alternatives.some((part) => matches(line, part))
  const conditions = splitOutsideParentheses(pattern, '&&')
  if (conditions.length > 1) return conditions.every((part) => matches(line, part))
  return pattern.startsWith('(') ? matches(line, pattern.slice(1, -1).trim()) : isTrue(line, pattern)
}

/**
 * Returns whether a JSON filter pattern of CloudWatch Logs matches a line. Supports comparisons, `&&`, `||` and
 * parentheses.
 */
export const isMatch = (pattern: string, line: Line): boolean => matches(line, pattern.slice(1, -1).trim())
