import anyAscii from 'any-ascii'

/** Characters of the standard PDF fonts beyond ASCII: Windows code page 1252 (ISO 32000-1, annex D). */
const LATIN = /^[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]$/u

/**
 * Transliterates text for the standard fonts. Characters that they have stay the same; others become Latin letters with
 * a similar sound, so that a name can be read and found: 张伟 becomes ZhangWei. Characters without such letters are
 * written as their code points.
 */
export const latinText = (text: string): { readonly text: string; readonly isTransliterated: boolean } => {
  const transliterated = [...text.normalize('NFC')].map((character) => {
    if (LATIN.test(character)) return character
    // Marks and invisible characters may disappear.
    if (/\p{M}|\p{Cf}/u.test(character)) return anyAscii(character)
    const letters = anyAscii(character)
    return letters.trim() === '' && !/\s/u.test(character)
      ? `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
      : letters
  })
  const joined = transliterated.join('')
  return { text: joined, isTransliterated: joined !== text.normalize('NFC') }
}
