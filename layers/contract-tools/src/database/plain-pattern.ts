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
  | { readonly type: 'repeat'; readonly of: PatternSet | PatternGroup; readonly min: number; readonly max: number }

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

class NotPlain extends Error {}

const oneOf = (ranges: readonly CodeRange[], negated = false): PatternSet => ({ type: 'set', negated, ranges })
const codeOf = (character: string): number => character.codePointAt(0) ?? 0

const escapeSet = (letter: string): PatternSet => {
  if (letter === 'd' || letter === 'D') return oneOf([DIGITS], letter === 'D')
  if (letter === 'w' || letter === 'W') return oneOf(WORD, letter === 'W')
  const code = CONTROL[letter] ?? (/[A-Za-z0-9]/.test(letter) ? undefined : codeOf(letter))
  if (code === undefined || letter === '') throw new NotPlain(letter)
  return oneOf([[code, code]])
}

interface Reader {
  peek(): string
  next(): string
  rest(): string
  skip(count: number): void
}

const readerOf = (source: string): Reader => {
  const characters = [...source]
  let at = 0
  return {
    peek: () => characters[at] ?? '',
    next: () => characters[at++] ?? '',
    rest: () => characters.slice(at).join(''),
    skip: (count) => {
      at += count
    },
  }
}

const classMember = (reader: Reader): readonly CodeRange[] => {
  const character = reader.next()
  if (character === '') throw new NotPlain('[')
  if (character !== '\\') return [[codeOf(character), codeOf(character)]]
  const { negated, ranges } = escapeSet(reader.next())
  if (negated) throw new NotPlain('negated class in a set')
  return ranges
}

const readClass = (reader: Reader): PatternSet => {
  const negated = reader.peek() === '^'
  if (negated) reader.skip(1)
  const ranges: CodeRange[] = []
  while (reader.peek() !== ']') {
    const [single, ...more] = classMember(reader)
    if (single === undefined) throw new NotPlain('[')
    if (more.length > 0 || single[0] !== single[1] || reader.peek() !== '-' || reader.rest()[1] === ']') {
      ranges.push(single, ...more)
      continue
    }
    reader.skip(1)
    const [end, ...surplus] = classMember(reader)
    if (end === undefined || surplus.length > 0 || end[0] !== end[1]) throw new NotPlain('range')
    ranges.push([single[0], end[1]])
  }
  reader.skip(1)
  if (ranges.length === 0) throw new NotPlain('empty set')
  return oneOf(ranges, negated)
}

const QUANTIFIERS: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
}

const readQuantifier = (reader: Reader): readonly [number, number] => {
  const [whole = '', min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(reader.peek() === '{' ? reader.rest() : '') ?? []
  const counted =
    min === undefined ? undefined : [Number(min), max ? Number(max) : comma ? Number.POSITIVE_INFINITY : Number(min)]
  const [low = 1, high = 1] = counted ?? QUANTIFIERS[reader.peek()] ?? []
  reader.skip(counted ? whole.length : QUANTIFIERS[reader.peek()] ? 1 : 0)
  // The length of a match does not matter here, so a lazy quantifier equals a greedy one.
  if ((counted || low !== 1 || high !== 1) && reader.peek() === '?') reader.skip(1)
  return [low, high]
}

const readAtom = (reader: Reader): PatternSet | PatternGroup => {
  const character = reader.next()
  if (character === '[') return readClass(reader)
  if (character === '.') return oneOf(LINE_ENDS, true)
  if (character === '\\') return escapeSet(reader.next())
  if (character !== '(') {
    if (character === '' || '*+?{}]'.includes(character)) throw new NotPlain(character)
    return oneOf([[codeOf(character), codeOf(character)]])
  }
  if (reader.peek() === '?') {
    if (!reader.rest().startsWith('?:')) throw new NotPlain('(?')
    reader.skip(2)
  }
  const alternatives = readAlternatives(reader)
  if (reader.next() !== ')') throw new NotPlain('(')
  return { type: 'group', alternatives }
}

const readAlternatives = (reader: Reader): PatternPart[][] => {
  const alternatives: PatternPart[][] = [[]]
  for (let peeked = reader.peek(); peeked !== '' && peeked !== ')'; peeked = reader.peek()) {
    if (peeked === '|') alternatives.push([])
    if (peeked === '^') alternatives.at(-1)?.push({ type: 'start' })
    if (peeked === '$') alternatives.at(-1)?.push({ type: 'end' })
    if ('|^$'.includes(peeked)) {
      reader.skip(1)
      continue
    }
    const of = readAtom(reader)
    const [min, max] = readQuantifier(reader)
    alternatives.at(-1)?.push({ type: 'repeat', of, min, max })
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
    if (error instanceof NotPlain) return undefined
    throw error
  }
}
