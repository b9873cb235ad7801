/**
 * Characters that users do not see but models read: direction marks, zero width, tags, private use, controls. Archived
 * text may contain them if it comes from untrusted pages.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Variation_Selector}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu

/** Line breaks and tabs remain, and so do characters that join emoji and letters of some scripts. */
const VISIBLE = new Set(['\n', '\t', '\u200d', '\u200c', '\ufe0f'])

export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(UNSEEN, (character) => (VISIBLE.has(character) ? character : ''))
