import { anyOf, type CharacterTest, noneOf, perlClass, posixClass, range, unicodeClass } from './character-class.ts'
import { PatternRefused } from './pattern-node.ts'

export interface Scanner {
  readonly isAtEnd: () => boolean
  readonly peek: (text: string) => boolean
  readonly take: (text: string) => boolean
  /** Matches the expression at the current position and returns its groups; undefined without a match. */
  readonly match: (sticky: RegExp) => RegExpExecArray | undefined
  readonly next: () => string
}

export const scannerOf = (source: string): Scanner => {
  let offset = 0
  const peek = (text: string): boolean => source.startsWith(text, offset)
  return {
    isAtEnd: () => offset >= source.length,
    peek,
    take: (text) => {
      if (!peek(text)) return false
      offset += text.length
      return true
    },
    match: (sticky) => {
      sticky.lastIndex = offset
      const match = sticky.exec(source)
      if (!match) return undefined
      offset += match[0].length
      return match
    },
    next: () => {
      const char = String.fromCodePoint(source.codePointAt(offset) ?? 0)
      offset += char.length
      return char
    },
  }
}

const CONTROL_CHARACTERS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }

const hexadecimal = (digits: string): number => {
  const cp = Number.parseInt(digits, 16)
  if (cp <= 0x10ffff) return cp
  throw new PatternRefused(`\\x{${digits}} is beyond Unicode`)
}

/** Returns a single escaped character. The backslash has been read. */
export const escapedCharacter = (scanner: Scanner): number => {
  const hex = scanner.match(/x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y)
  if (hex) return hexadecimal(hex[1] ?? hex[2] ?? '')
  const octal = scanner.match(/0[0-7]{0,2}|[1-7][0-7]{1,2}/y)
  if (octal) return Number.parseInt(octal[0], 8)
  if (scanner.isAtEnd()) throw new PatternRefused('ends with a backslash')
  const char = scanner.next()
  if (/[1-9]/.test(char)) throw new PatternRefused(`has a backreference, \\${char}, which RE2 does not support`)
  if (Object.hasOwn(CONTROL_CHARACTERS, char)) return CONTROL_CHARACTERS[char] ?? 0
  if (/[A-Za-z]/.test(char) || (char.codePointAt(0) ?? 0) > 127) {
    throw new PatternRefused(`has \\${char}, which RE2 does not support`)
  }
  return char.codePointAt(0) ?? 0
}

/** Returns the class of `\d`, `\p{L}` and similar. The backslash has been read. */
export const escapedClass = (scanner: Scanner): CharacterTest | undefined => {
  const property = scanner.match(/([pP])(?:\{(\^?)(\w+)\}|([A-Za-z]))/y)
  if (property) {
    const [, letter, caret, long, short] = property
    const test = unicodeClass(long ?? short ?? '')
    if (!test) throw new PatternRefused(`has ${property[0]}, which is not a Unicode category or script`)
    return (letter === 'P') !== (caret === '^') ? noneOf([test]) : test
  }
  const perl = scanner.match(/[dDsSwW]/y)
  return perl ? perlClass(perl[0]) : undefined
}

const classMember = (scanner: Scanner): CharacterTest | number => {
  const posix = scanner.match(/\[:(\^?\w+):\]/y)
  if (posix) {
    const test = posixClass(posix[1] ?? '')
    if (!test) throw new PatternRefused(`has ${posix[0]}, which RE2 does not support`)
    return test
  }
  if (scanner.take('\\')) return escapedClass(scanner) ?? escapedCharacter(scanner)
  return scanner.next().codePointAt(0) ?? 0
}

/** Parses a class in brackets. The opening bracket has been read. */
export const bracketClass = (scanner: Scanner): CharacterTest => {
  const negated = scanner.take('^')
  const tests: CharacterTest[] = []
  for (let first = true; first || !scanner.peek(']'); first = false) {
    if (scanner.isAtEnd()) throw new PatternRefused('has a [ without a closing ]')
    const member = classMember(scanner)
    if (typeof member !== 'number') {
      tests.push(member)
      continue
    }
    if (!scanner.match(/-(?!\])/y)) {
      tests.push(range(member, member))
      continue
    }
    if (scanner.isAtEnd()) throw new PatternRefused('has a [ without a closing ]')
    const end = classMember(scanner)
    if (typeof end !== 'number' || end < member) throw new PatternRefused('has a range in [ ] with descending bounds')
    tests.push(range(member, end))
  }
  scanner.take(']')
  return negated ? noneOf(tests) : anyOf(tests)
}
