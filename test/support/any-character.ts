import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 } as const

/**
 * Any character of Unicode, as the unit of a string. The unit `binary` of fast-check is the same, but enters all
 * 1.1 million characters into a map before the first text.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count))
