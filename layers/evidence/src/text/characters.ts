/*
 * Character classes as fixed tables: Unicode properties depend on the engine's version, which could change a verdict.
 */

const UPPER_A = 65
const UPPER_Z = 90
const LOWER_A = 97
const LOWER_Z = 122
const ZERO = 48
const NINE = 57

export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE

/** ASCII letters, and everything beyond the symbols of Latin-1 except punctuation, symbols and spaces. */
export const isLetter = (code: number): boolean =>
  (code >= LOWER_A && code <= LOWER_Z) ||
  (code >= UPPER_A && code <= UPPER_Z) ||
  (code >= 0xc0 && code !== 0xd7 && code !== 0xf7 && !isPunctuationOrSymbol(code))

/** General punctuation to symbols, CJK punctuation, private use, specials. */
const isPunctuationOrSymbol = (code: number): boolean =>
  (code >= 0x2000 && code <= 0x2bff) ||
  (code >= 0x3000 && code <= 0x303f) ||
  (code >= 0xe000 && code <= 0xf8ff) ||
  code >= 0xfe00

/** Capitals of ASCII, Latin-1, and Latin Extended-A, where they alternate. */
export const isCapital = (code: number): boolean =>
  (code >= UPPER_A && code <= UPPER_Z) ||
  (code >= 0xc0 && code <= 0xde && code !== 0xd7) ||
  (code >= 0x100 && code <= 0x17f && code % 2 === 0)

export const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x202f

export const isWordPart = (code: number): boolean => isLetter(code) || isDigit(code)
