import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 } as const

/**
 * Any Unicode character, as the unit of a string. The unit `binary` of fast-check is equivalent, but it first builds a
 * map of all 1.1 million characters.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count))
