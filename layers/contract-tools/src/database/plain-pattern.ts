/** Code points from first to last, both included. */
export type CodeRange = readonly [first: number, last: number]

export interface PatternSet {
  readonly type: 'set'
  readonly negated: boolean
  readonly ranges: readonly CodeRange[]
}

export interface PatternGroup {
  readonly type: 'group'
  readonly alternatives: readonly (readonly PatternPart[])[]
}

/** One part of a pattern and its number of repetitions; `max` is Infinity if unlimited. */
export type PatternPart =
  | { readonly type: 'start' | 'end' }
  | { readonly type: 'repeat'; readonly element: PatternSet | PatternGroup; readonly min: number; readonly max: number }

const DIGITS: CodeRange = [0x30, 0x39]
const UPPER: CodeRange = [0x41, 0x5a]
const LOWER: CodeRange = [0x61, 0x7a]
const LINE_ENDS: readonly CodeRange[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
const WORD: readonly CodeRange[] = [DIGITS, UPPER, [0x5f, 0x5f], LOWER]
const CONTROL: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, r: 0x0d }

/** Thrown inside the parser; `plainPattern` then returns `undefined`. */
class UnsupportedPatternError extends Error {}

const patternSet = (ranges: readonly CodeRange[], negated = false): PatternSet => ({ type: 'set', negated, ranges })
const codeOf = (character: string): number => character.codePointAt(0) ?? 0

const escapeSet = (letter: string): PatternSet => {
  if (letter === 'd' || letter === 'D') return patternSet([DIGITS], letter === 'D')
  if (letter === 'w' || letter === 'W') return patternSet(WORD, letter === 'W')
  const code = CONTROL[letter] ?? (/[A-Za-z0-9]/.test(letter) ? undefined : codeOf(letter))
  if (code === undefined || letter === '') throw new UnsupportedPatternError(letter)
  return patternSet([[code, code]])
}

interface PatternReader {
  peek(): string
  next(): string
  remaining(): string
  skip(count: number): void
}

const readerOf = (source: string): PatternReader => {
  const characters = [...source]
  let position = 0
  return {
    peek: () => characters[position] ?? '',
    next: () => characters[position++] ?? '',
    remaining: () => characters.slice(position).join(''),
    skip: (count) => {
      position += count
    },
  }
}

const classMember = (reader: PatternReader): readonly CodeRange[] => {
  const character = reader.next()
  if (character === '') throw new UnsupportedPatternError('[')
  if (character !== '\\') return [[codeOf(character), codeOf(character)]]
  const { negated, ranges } = escapeSet(reader.next())
  if (negated) throw new UnsupportedPatternError('negated class in a set')
  return ranges
}

const readClass = (reader: PatternReader): PatternSet => {
  const negated = reader.peek() === '^'
  if (negated) reader.skip(1)
  const ranges: CodeRange[] = []
  while (reader.peek() !== ']') {
    const [single, ...escapeRanges] = classMember(reader)
    if (single === undefined) throw new UnsupportedPatternError('[')
    if (escapeRanges.length > 0 || single[0] !== single[1] || reader.peek() !== '-' || reader.remaining()[1] === ']') {
      ranges.push(single, ...escapeRanges)
      continue
    }
    reader.skip(1)
    const [rangeEnd, ...otherRanges] = classMember(reader)
    if (rangeEnd === undefined || otherRanges.length > 0 || rangeEnd[0] !== rangeEnd[1])
      throw new UnsupportedPatternError('range')
    ranges.push([single[0], rangeEnd[1]])
  }
  reader.skip(1)
  if (ranges.length === 0) throw new UnsupportedPatternError('empty set')
  return patternSet(ranges, negated)
}

const QUANTIFIERS: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}

const readQuantifier = (reader: PatternReader): readonly [number, number] => {
  const [quantifierText = '', min, comma, max] =
    /^\{(\d+)(,?)(\d*)\}/.exec(reader.peek() === '{' ? reader.remaining() : '') ?? []
  const explicitRange =
    min === undefined ? undefined : [Number(min), max ? Number(max) : comma ? Number.POSITIVE_INFINITY : Number(min)]
  const [low = 1, high = 1] = explicitRange ?? QUANTIFIERS[reader.peek()] ?? []
  reader.skip(explicitRange ? quantifierText.length : QUANTIFIERS[reader.peek()] ? 1 : 0)
  // The length of a match does not matter here, so a lazy quantifier equals a greedy one.
  if ((explicitRange || low !== 1 || high !== 1) && reader.peek() === '?') reader.skip(1)
  return [low, high]
}

const readAtom = (reader: PatternReader): PatternSet | PatternGroup => {
  const character = reader.next()
  if (character === '[') return readClass(reader)
  if (character === '.') return patternSet(LINE_ENDS, true)
  if (character === '\\') return escapeSet(reader.next())
  if (character !== '(') {
    if (character === '' || '*+?{}]'.includes(character)) throw new UnsupportedPatternError(character)
    return patternSet([[codeOf(character), codeOf(character)]])
  }
  if (reader.peek() === '?') {
    if (!reader.remaining().startsWith('?:')) throw new UnsupportedPatternError('(?')
    reader.skip(2)
  }
  const alternatives = readAlternatives(reader)
  if (reader.next() !== ')') throw new UnsupportedPatternError('(')
  return { type: 'group', alternatives }
}

const readAlternatives = (reader: PatternReader): PatternPart[][] => {
  const alternatives: PatternPart[][] = [[]]
  for (let peeked = reader.peek(); peeked !== '' && peeked !== ')'; peeked = reader.peek()) {
    if (peeked === '|') alternatives.push([])
    if (peeked === '^') alternatives.at(-1)?.push({ type: 'start' })
    if (peeked === '$') alternatives.at(-1)?.push({ type: 'end' })
    if ('|^$'.includes(peeked)) {
      reader.skip(1)
      continue
    }
    const element = readAtom(reader)
    const [min, max] = readQuantifier(reader)
    alternatives.at(-1)?.push({ type: 'repeat', element, min, max })
  }
  return alternatives
}

/**
 * Parses a JavaScript pattern that uses only the features that all engines share: literals, sets, groups, alternatives,
 * repetitions and anchors. `undefined` otherwise (assertions, references, properties, `\s`, `\b`).
 */
export const plainPattern = (source: string): PatternGroup | undefined => {
  const reader = readerOf(source)
  try {
    const alternatives = readAlternatives(reader)
    return reader.peek() === '' ? { type: 'group', alternatives } : undefined
  } catch (error) {
    if (error instanceof UnsupportedPatternError) return undefined
    throw error
  }
}
