/**
 * Characters that users do not see but models read: direction marks, zero width, tags, private use, controls. Archived
 * text may contain them if it comes from untrusted pages.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Variation_Selector}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu

/** Invisible characters that are not removed: line breaks, tabs, and joiners of emoji and of letters in some scripts. */
const ALLOWED = new Set(['\n', '\t', '\u200d', '\u200c', '\ufe0f'])

export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(INVISIBLE, (character) => (ALLOWED.has(character) ? character : ''))
