import { ignoringCase, noneOf, range } from './character-class.ts'
import { type PatternNode, PatternRefused } from './pattern-node.ts'
import { bracketClass, escapedCharacter, escapedClass, type Scanner, scannerOf } from './pattern-scanner.ts'

interface PatternFlags {
  readonly ignoresCase: boolean
  readonly multiline: boolean
  readonly dotAll: boolean
}

const NO_FLAGS: PatternFlags = { ignoresCase: false, multiline: false, dotAll: false }
const MAX_REPEAT = 1000
const MAX_DEPTH = 50

const newline = range(10, 10)
const anything = range(0, 0x10ffff)

/** Ignores `U` (ungreedy), which does not affect whether a pattern matches. */
const withFlags = (flags: PatternFlags, letters: string): PatternFlags => {
  const changed: { -readonly [name in keyof PatternFlags]: boolean } = { ...flags }
  let value = true
  for (const letter of letters) {
    if (letter === '-') value = false
    else if (letter === 'i') changed.ignoresCase = value
    else if (letter === 'm') changed.multiline = value
    else if (letter === 's') changed.dotAll = value
  }
  return changed
}

const character = (test: (cp: number) => boolean, { ignoresCase }: PatternFlags): PatternNode => ({
  kind: 'character',
  test: ignoresCase ? ignoringCase(test) : test,
})

const literal = (cp: number, flags: PatternFlags): PatternNode => character(range(cp, cp), flags)

const sequence = (parts: readonly PatternNode[]): PatternNode => {
  const [onlyPart] = parts
  return parts.length === 1 && onlyPart ? onlyPart : { kind: 'sequence', parts }
}

const assertionOf = (scanner: Scanner, { multiline }: PatternFlags): PatternNode | undefined => {
  if (scanner.take('^')) return { kind: 'assertion', assertion: multiline ? 'lineStart' : 'textStart' }
  if (scanner.take('$')) return { kind: 'assertion', assertion: multiline ? 'lineEnd' : 'textEnd' }
  if (scanner.take('\\A')) return { kind: 'assertion', assertion: 'textStart' }
  if (scanner.take('\\z')) return { kind: 'assertion', assertion: 'textEnd' }
  if (scanner.take('\\b')) return { kind: 'assertion', assertion: 'word' }
  if (scanner.take('\\B')) return { kind: 'assertion', assertion: 'notWord' }
  return undefined
}

const escapedNode = (scanner: Scanner, flags: PatternFlags): PatternNode => {
  const quoted = scanner.match(/Q([\s\S]*?)(?:\\E|$)/y)
  if (quoted) return sequence([...(quoted[1] ?? '')].map((char) => literal(char.codePointAt(0) ?? 0, flags)))
  const test = escapedClass(scanner)
  return test ? character(test, flags) : literal(escapedCharacter(scanner), flags)
}

const repetitionBounds = (scanner: Scanner): readonly [min: number, max: number] | undefined => {
  const braces = scanner.match(/\{(\d+)(,?)(\d*)\}/y)
  if (braces) {
    const min = Number(braces[1])
    const max = braces[3] ? Number(braces[3]) : braces[2] ? Number.POSITIVE_INFINITY : min
    if (min > MAX_REPEAT || (Number.isFinite(max) && (max > MAX_REPEAT || max < min))) {
      throw new PatternRefused(`has ${braces[0]}: a repetition must have ascending bounds of at most ${MAX_REPEAT}`)
    }
    return [min, max]
  }
  if (scanner.take('*')) return [0, Number.POSITIVE_INFINITY]
  if (scanner.take('+')) return [1, Number.POSITIVE_INFINITY]
  return scanner.take('?') ? [0, 1] : undefined
}

const withRepetition = (scanner: Scanner, part: PatternNode): PatternNode => {
  const count = repetitionBounds(scanner)
  if (!count) return part
  // A lazy repetition matches the same texts.
  scanner.take('?')
  if (repetitionBounds(scanner)) throw new PatternRefused('repeats a repetition; put the inner one into ( )')
  return { kind: 'repeat', part, min: count[0], max: count[1] }
}

const groupHead = (
  scanner: Scanner,
  flags: PatternFlags,
): { readonly flags: PatternFlags; readonly isSetting: boolean } => {
  if (!scanner.take('?')) return { flags, isSetting: false }
  if (scanner.match(/P?<[A-Za-z_]\w*>/y)) return { flags, isSetting: false }
  const letters = scanner.match(/([imsU]*(?:-[imsU]+)?)([:)])/y)
  if (letters) return { flags: withFlags(flags, letters[1] ?? ''), isSetting: letters[2] === ')' }
  throw new PatternRefused('has a group that begins with (?, which RE2 does not support: no lookahead, no lookbehind')
}

const parseChoice = (scanner: Scanner, outer: PatternFlags, depth: number): PatternNode => {
  if (depth > MAX_DEPTH) throw new PatternRefused(`is nested deeper than ${MAX_DEPTH}`)
  let flags = outer
  const alternatives: PatternNode[][] = [[]]
  const add = (node: PatternNode) => alternatives.at(-1)?.push(node)
  while (!scanner.isAtEnd() && !scanner.peek(')')) {
    if (scanner.take('|')) {
      alternatives.push([])
      continue
    }
    if (scanner.take('(')) {
      const head = groupHead(scanner, flags)
      if (head.isSetting) {
        flags = head.flags
        continue
      }
      const group = parseChoice(scanner, head.flags, depth + 1)
      if (!scanner.take(')')) throw new PatternRefused('has a ( without a closing )')
      add(withRepetition(scanner, group))
      continue
    }
    add(withRepetition(scanner, parseAtom(scanner, flags)))
  }
  return alternatives.length === 1
    ? sequence(alternatives[0] ?? [])
    : { kind: 'choice', parts: alternatives.map(sequence) }
}

const parseAtom = (scanner: Scanner, flags: PatternFlags): PatternNode => {
  const assertion = assertionOf(scanner, flags)
  if (assertion) return assertion
  if (scanner.take('.')) return character(flags.dotAll ? anything : noneOf([newline]), NO_FLAGS)
  if (scanner.take('[')) return character(bracketClass(scanner), flags)
  if (scanner.take('\\')) return escapedNode(scanner, flags)
  if (repetitionBounds(scanner)) throw new PatternRefused('begins with a repetition, which has nothing to repeat')
  return literal(scanner.next().codePointAt(0) ?? 0, flags)
}

/**
 * Parses a pattern in RE2's syntax (github.com/google/re2/wiki/Syntax), which excludes everything that would take more
 * than linear time: no backreferences, no lookaround.
 * @throws PatternRefused with the reason.
 */
export const parsePattern = (source: string): PatternNode => {
  const scanner = scannerOf(source)
  const node = parseChoice(scanner, NO_FLAGS, 0)
  if (!scanner.isAtEnd()) throw new PatternRefused('has a ) without an opening (')
  return node
}
