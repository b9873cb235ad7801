/**
 * Characters that people do not see but models read: tags (U+E0000 to U+E007F) and variation selectors, which can hide
 * text, directional marks that show a text in another order, zero-width characters, controls. Signs of Arabic and
 * Syriac numbers are visible.
 */
const HIDDEN = /(?!\u200D|[\n\t\r\u0600-\u0605\u06DD\u070F])[\p{Cc}\p{Cf}]|[\u{E0100}-\u{E01EF}]/gu

/** A zero-width joiner outside an emoji sequence. */
const LOOSE_JOINER =
  /(?<!\p{Extended_Pictographic}\uFE0F?[\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})/gu

/** Removes invisible characters, because models read prompts and messages of other users (OWASP LLM01). */
export const cleanText = (text: string): string => text.replace(HIDDEN, '').replace(LOOSE_JOINER, '')

export const cleanValue = <T>(value: T): T => {
  if (typeof value === 'string') return cleanText(value) as T
  if (Array.isArray(value)) return value.map(cleanValue) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanValue(each)])) as T
}
