export type CharacterTest = (codePoint: number) => boolean

const range =
  (from: number, to: number): CharacterTest =>
  (cp) =>
    cp >= from && cp <= to

export const anyOf =
  (tests: readonly CharacterTest[]): CharacterTest =>
  (cp) =>
    tests.some((test) => test(cp))

export const noneOf = (tests: readonly CharacterTest[]): CharacterTest => {
  const isAny = anyOf(tests)
  return (cp) => !isAny(cp)
}

const digit = range(48, 57)
const lower = range(97, 122)
const upper = range(65, 90)
const alpha = anyOf([lower, upper])
const word = anyOf([alpha, digit, range(95, 95)])
const space = (cp: number): boolean => cp === 32 || (cp >= 9 && cp <= 13 && cp !== 11)

/** Returns true if a code point is a word character of `\b`: RE2's word characters are ASCII. */
export const isWord = word

/** Returns the class of `\d`, `\s`, `\w` or their opposites: ASCII, as in RE2. */
export const perlClass = (letter: string): CharacterTest | undefined =>
  ({ d: digit, D: noneOf([digit]), s: space, S: noneOf([space]), w: word, W: noneOf([word]) })[letter]

const POSIX: Readonly<Record<string, CharacterTest>> = {
  alnum: anyOf([alpha, digit]),
  alpha,
  ascii: range(0, 127),
  blank: (cp) => cp === 9 || cp === 32,
  cntrl: (cp) => cp < 32 || cp === 127,
  digit,
  graph: range(33, 126),
  lower,
  print: range(32, 126),
  punct: anyOf([range(33, 47), range(58, 64), range(91, 96), range(123, 126)]),
  space: (cp) => cp === 32 || (cp >= 9 && cp <= 13),
  upper,
  word,
  xdigit: anyOf([digit, range(65, 70), range(97, 102)]),
}

/** Returns the class of a name such as `[:alpha:]`, by the name between the colons; a leading `^` negates it. */
export const posixClass = (name: string): CharacterTest | undefined => {
  const negated = name.startsWith('^')
  const className = negated ? name.slice(1) : name
  const ranges = Object.hasOwn(POSIX, className) ? POSIX[className] : undefined
  return ranges && negated ? noneOf([ranges]) : ranges
}

/**
 * Returns the class of a general category or script, such as `\p{Greek}` or `\pL`. It tests one code point at a time,
 * so its time is bounded.
 */
export const unicodeClass = (name: string): CharacterTest | undefined => {
  if (!/^[A-Za-z_]+$/.test(name)) return undefined
  for (const property of [`gc=${name}`, `sc=${name}`]) {
    try {
      const pattern = new RegExp(`^\\p{${property}}$`, 'u')
      return (cp) => pattern.test(String.fromCodePoint(cp))
    } catch {
      // The name is not a category; it may be a script.
    }
  }
  return undefined
}

/** Extends a class by the upper and lower case of each of its letters. */
export const ignoringCase =
  (test: CharacterTest): CharacterTest =>
  (cp) => {
    if (test(cp)) return true
    const char = String.fromCodePoint(cp)
    return [char.toLowerCase(), char.toUpperCase()].some((other) => {
      const folded = other.codePointAt(0) ?? cp
      return folded !== cp && other.length === String.fromCodePoint(folded).length && test(folded)
    })
  }

export { range }
