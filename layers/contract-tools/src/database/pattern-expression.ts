import { type CodeRange, type PatternGroup, type PatternPart, type PatternSet, plainPattern } from './plain-pattern.ts'
import { textLiteral } from './sql-dialect.ts'

/** PostgreSQL's limit for `{n}`. */
const MAX_REPETITIONS = 255
/** A longer GLOB, which lists every character, would be unreadable. */
const MAX_FIXED = 100

const character = (code: number): string => String.fromCodePoint(code)
const isLiteral = (code: number): boolean => code >= 0x20 && code !== 0x7f

const areCode = (code: number): string => {
  if (!isLiteral(code)) return `\\u${code.toString(16).padStart(4, '0')}`
  return /[\w\s]|[^\0-\x7f]/u.test(character(code)) ? character(code) : `\\${character(code)}`
}

const areSet = ({ negated, ranges }: PatternSet): string => {
  const [only] = ranges
  if (ranges.length === 1 && only !== undefined && only[0] === only[1] && !negated) return areCode(only[0])
  const members = ranges.map(([first, last]) =>
    first === last ? areCode(first) : `${areCode(first)}-${areCode(last)}`,
  )
  return `[${negated ? '^' : ''}${members.join('')}]`
}

const areQuantifier = (min: number, max: number): string => {
  if (min === 1 && max === 1) return ''
  if (max === Number.POSITIVE_INFINITY && min < 2) return min === 0 ? '*' : '+'
  if (min === 0 && max === 1) return '?'
  return `{${min}${min === max ? '' : `,${max === Number.POSITIVE_INFINITY ? '' : max}`}}`
}

const arePart = (part: PatternPart): string => {
  if (part.type !== 'repeat') return part.type === 'start' ? '^' : '$'
  const { of, min, max } = part
  return `${of.type === 'set' ? areSet(of) : `(?:${areGroup(of)})`}${areQuantifier(min, max)}`
}

const areGroup = ({ alternatives }: PatternGroup): string =>
  alternatives.map((parts) => parts.map(arePart).join('')).join('|')

const repetitions = ({ alternatives }: PatternGroup): number[] =>
  alternatives.flat().flatMap((part) => {
    if (part.type !== 'repeat') return []
    const bounds = [part.min, part.max === Number.POSITIVE_INFINITY ? 0 : part.max]
    return part.of.type === 'group' ? [...bounds, ...repetitions(part.of)] : bounds
  })

/**
 * Returns `column ~ 'pattern'` with PostgreSQL's advanced regular expressions; `undefined` if the pattern is not plain.
 */
export const postgresPattern = (column: string, source: string): string | undefined => {
  const pattern = plainPattern(source)
  if (pattern === undefined || repetitions(pattern).some((count) => count > MAX_REPETITIONS)) return undefined
  return `${column} ~ ${textLiteral(areGroup(pattern))}`
}

const globMembers = (ranges: readonly CodeRange[]): string => {
  // SQLite reads `]` as a member only in the first position, `-` only where no range can begin, and `^` only after the
  // first position.
  const singles = ranges.flatMap(([first, last]) => (first === last ? [character(first)] : []))
  const spans = ranges.flatMap(([first, last]) => (first === last ? [] : [`${character(first)}-${character(last)}`]))
  const plain = singles.filter((member) => !']-^'.includes(member))
  const put = (member: string): string => (singles.includes(member) ? member : '')
  return [put(']'), put('-'), ...spans, ...plain, put('^')].join('')
}

/** `]` and `^` inside a range cannot be expressed, and a set of only `^` would be a negation. */
const isGlobSet = ({ ranges }: PatternSet): boolean =>
  ranges.every(([first, last]) => first === last || ![first, last].some((code) => ']-^'.includes(character(code))))

const globSet = (set: PatternSet, negated = set.negated): string => {
  const [only] = set.ranges
  const isSingle = set.ranges.length === 1 && only !== undefined && only[0] === only[1]
  if (isSingle && !negated) return '*?['.includes(character(only[0])) ? `[${character(only[0])}]` : character(only[0])
  return `[${negated ? '^' : ''}${globMembers(set.ranges)}]`
}

interface SetRun {
  readonly set: PatternSet
  readonly min: number
  readonly max: number
}

interface Line {
  readonly runs: readonly SetRun[]
  readonly fromStart: boolean
  readonly toEnd: boolean
}

const lineOf = (source: string): Line | undefined => {
  const { alternatives } = plainPattern(source) ?? {}
  const [parts, ...others] = alternatives ?? []
  if (parts === undefined || others.length > 0) return undefined
  const fromStart = parts[0]?.type === 'start'
  const toEnd = parts.at(-1)?.type === 'end'
  const inner = parts.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined)
  const runs = inner.flatMap((part): SetRun[] =>
    part.type === 'repeat' && part.of.type === 'set' && isGlobSet(part.of)
      ? [{ set: part.of, min: part.min, max: part.max }]
      : [],
  )
  return runs.length === inner.length ? { runs, fromStart, toEnd } : undefined
}

/**
 * Returns the conditions of a final run of varying length: its characters and its bounds, because GLOB cannot count.
 */
const tailExpression = (column: string, offset: number, { set, min, max }: SetRun): string[] => {
  const tail = offset === 0 ? column : `substr(${column}, ${offset + 1})`
  return [
    `${tail} NOT GLOB ${textLiteral(`*${globSet(set, !set.negated)}*`)}`,
    ...(min === 0 ? [] : [`length(${column}) >= ${offset + min}`]),
    ...(max === Number.POSITIVE_INFINITY ? [] : [`length(${column}) <= ${offset + max}`]),
  ]
}

/**
 * Returns the same for SQLite, which has no regular expressions. Patterns of a fixed length, and those in which only
 * the last set repeats, become GLOB. `undefined` for all others.
 */
export const sqlitePattern = (column: string, source: string): string | undefined => {
  const line = lineOf(source)
  if (line === undefined) return undefined
  const { runs, fromStart, toEnd } = line
  const last = runs.at(-1)
  const varies = last !== undefined && last.min !== last.max
  const fixed = varies ? runs.slice(0, -1) : runs
  if (fixed.some(({ min, max }) => min !== max) || (varies && !(fromStart && toEnd))) return undefined
  const length = fixed.reduce((sum, { min }) => sum + min, 0)
  if (length > MAX_FIXED) return undefined
  const glob = fixed.map(({ set, min }) => globSet(set).repeat(min)).join('')
  const whole = `${fromStart ? '' : '*'}${glob}${toEnd && !varies ? '' : '*'}`
  const head = varies && length === 0 ? [] : [`${column} GLOB ${textLiteral(whole)}`]
  return [...head, ...(varies ? tailExpression(column, length, last) : [])].join(' AND ')
}
