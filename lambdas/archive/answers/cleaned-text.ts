/**
 * Characters that people do not see and models read: marks of direction, of width zero, tags, private use, controls. Archived
 * text may have them from pages of strangers.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Variation_Selector}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu

/** Lines and tabs are kept, and what joins emoji and letters of some scripts. */
const KEPT = new Set(['\n', '\t', '\u200d', '\u200c', '\ufe0f'])

/** The text without what is not seen. */
export const cleaned = (text: string): string =>
  text.toWellFormed().replaceAll(UNSEEN, (character) => (KEPT.has(character) ? character : ''))
