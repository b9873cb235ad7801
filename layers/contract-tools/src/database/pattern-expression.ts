import { type CodeRange, type PatternGroup, type PatternPart, type PatternSet, plainPattern } from './plain-pattern.ts'
import { textLiteral } from './sql-dialect.ts'

/** PostgreSQL's limit for the repetitions in `{n}`. */
const MAX_REPETITIONS = 255
/** Maximum length of a GLOB, which lists the class of every character. A longer one would be unreadable. */
const MAX_GLOB_LENGTH = 100

const character = (code: number): string => String.fromCodePoint(code)
const isLiteral = (code: number): boolean => code >= 0x20 && code !== 0x7f

const postgresCharacter = (code: number): string => {
  if (!isLiteral(code)) return `\\u${code.toString(16).padStart(4, '0')}`
  return /[\w\s]|[^\0-\x7f]/u.test(character(code)) ? character(code) : `\\${character(code)}`
}

const postgresSet = ({ negated, ranges }: PatternSet): string => {
  const [onlyRange] = ranges
  if (ranges.length === 1 && onlyRange !== undefined && onlyRange[0] === onlyRange[1] && !negated)
    return postgresCharacter(onlyRange[0])
  const members = ranges.map(([first, last]) =>
    first === last ? postgresCharacter(first) : `${postgresCharacter(first)}-${postgresCharacter(last)}`,
  )
  return `[${negated ? '^' : ''}${members.join('')}]`
}

const postgresQuantifier = (min: number, max: number): string => {
  if (min === 1 && max === 1) return ''
  if (max === Number.POSITIVE_INFINITY && min < 2) return min === 0 ? '*' : '+'
  if (min === 0 && max === 1) return '?'
  return `{${min}${min === max ? '' : `,${max === Number.POSITIVE_INFINITY ? '' : max}`}}`
}

const postgresPart = (part: PatternPart): string => {
  if (part.type !== 'repeat') return part.type === 'start' ? '^' : '$'
  const { element, min, max } = part
  return `${element.type === 'set' ? postgresSet(element) : `(?:${postgresGroup(element)})`}${postgresQuantifier(min, max)}`
}

const postgresGroup = ({ alternatives }: PatternGroup): string =>
  alternatives.map((parts) => parts.map(postgresPart).join('')).join('|')

const repetitions = ({ alternatives }: PatternGroup): number[] =>
  alternatives.flat().flatMap((part) => {
    if (part.type !== 'repeat') return []
    const bounds = [part.min, part.max === Number.POSITIVE_INFINITY ? 0 : part.max]
    return part.element.type === 'group' ? [...bounds, ...repetitions(part.element)] : bounds
  })

/**
 * Returns `column ~ 'pattern'` with PostgreSQL's advanced regular expressions; `undefined` if the pattern is not plain.
 */
export const postgresPattern = (column: string, source: string): string | undefined => {
  const pattern = plainPattern(source)
  if (pattern === undefined || repetitions(pattern).some((count) => count > MAX_REPETITIONS)) return undefined
  return `${column} ~ ${textLiteral(postgresGroup(pattern))}`
}

const globMembers = (ranges: readonly CodeRange[]): string => {
  // SQLite reads `]` as a member only in the first position, `-` only where no range can begin, and `^` only after the
  // first position.
  const singleCharacters = ranges.flatMap(([first, last]) => (first === last ? [character(first)] : []))
  const rangeTexts = ranges.flatMap(([first, last]) =>
    first === last ? [] : [`${character(first)}-${character(last)}`],
  )
  const plain = singleCharacters.filter((member) => !']-^'.includes(member))
  const ifPresent = (member: string): string => (singleCharacters.includes(member) ? member : '')
  return [ifPresent(']'), ifPresent('-'), ...rangeTexts, ...plain, ifPresent('^')].join('')
}

/** `]` and `^` inside a range cannot be expressed, and a set of only `^` would be a negation. */
const isGlobSet = ({ ranges }: PatternSet): boolean =>
  ranges.every(([first, last]) => first === last || ![first, last].some((code) => ']-^'.includes(character(code))))

const globSet = (set: PatternSet, negated = set.negated): string => {
  const [onlyRange] = set.ranges
  const isSingle = set.ranges.length === 1 && onlyRange !== undefined && onlyRange[0] === onlyRange[1]
  if (isSingle && !negated)
    return '*?['.includes(character(onlyRange[0])) ? `[${character(onlyRange[0])}]` : character(onlyRange[0])
  return `[${negated ? '^' : ''}${globMembers(set.ranges)}]`
}

/** A set and the number of its repetitions. */
interface SetRun {
  readonly set: PatternSet
  readonly min: number
  readonly max: number
}

interface GlobPattern {
  readonly runs: readonly SetRun[]
  readonly isStartAnchored: boolean
  readonly isEndAnchored: boolean
}

const globPatternOf = (source: string): GlobPattern | undefined => {
  const { alternatives } = plainPattern(source) ?? {}
  const [parts, ...others] = alternatives ?? []
  if (parts === undefined || others.length > 0) return undefined
  const isStartAnchored = parts[0]?.type === 'start'
  const isEndAnchored = parts.at(-1)?.type === 'end'
  const inner = parts.slice(isStartAnchored ? 1 : 0, isEndAnchored ? -1 : undefined)
  const runs = inner.flatMap((part): SetRun[] =>
    part.type === 'repeat' && part.element.type === 'set' && isGlobSet(part.element)
      ? [{ set: part.element, min: part.min, max: part.max }]
      : [],
  )
  return runs.length === inner.length ? { runs, isStartAnchored, isEndAnchored } : undefined
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
 * Returns the condition of a pattern for SQLite, which has no regular expressions. Patterns of a fixed length, and those in which only
 * the last set repeats, become GLOB. `undefined` for all others.
 */
export const sqlitePattern = (column: string, source: string): string | undefined => {
  const globPattern = globPatternOf(source)
  if (globPattern === undefined) return undefined
  const { runs, isStartAnchored, isEndAnchored } = globPattern
  const last = runs.at(-1)
  const hasVariableTail = last !== undefined && last.min !== last.max
  const fixedRuns = hasVariableTail ? runs.slice(0, -1) : runs
  if (fixedRuns.some(({ min, max }) => min !== max) || (hasVariableTail && !(isStartAnchored && isEndAnchored)))
    return undefined
  const fixedLength = fixedRuns.reduce((sum, { min }) => sum + min, 0)
  if (fixedLength > MAX_GLOB_LENGTH) return undefined
  const glob = fixedRuns.map(({ set, min }) => globSet(set).repeat(min)).join('')
  const globText = `${isStartAnchored ? '' : '*'}${glob}${isEndAnchored && !hasVariableTail ? '' : '*'}`
  const prefixConditions = hasVariableTail && fixedLength === 0 ? [] : [`${column} GLOB ${textLiteral(globText)}`]
  return [...prefixConditions, ...(hasVariableTail ? tailExpression(column, fixedLength, last) : [])].join(' AND ')
}
