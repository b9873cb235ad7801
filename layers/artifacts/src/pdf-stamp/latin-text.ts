import anyAscii from 'any-ascii'

/** What the standard fonts of PDF can write beyond ASCII: Windows code page 1252 (ISO 32000-1, annex D). */
const LATIN = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u

/**
 * Text in the letters of the standard fonts. What they have stays as it is; each other character becomes Latin letters that sound like
 * it, so that a name can be read, and found by whoever knows it: 张伟 is ZhangWei. Nothing is left out in silence: what has no
 * letters is written as its code point.
 */
export const latinText = (text: string): { readonly text: string; readonly isTransliterated: boolean } => {
  const written = [...text.normalize('NFC')].map((character) => {
    if (LATIN.test(character)) return character
    if (/\p{M}|\p{Cf}/u.test(character)) return anyAscii(character)
    const letters = anyAscii(character)
    return letters.trim() === '' && !/\s/u.test(character)
      ? `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
      : letters
  })
  const joined = written.join('')
  return { text: joined, isTransliterated: joined !== text.normalize('NFC') }
}
