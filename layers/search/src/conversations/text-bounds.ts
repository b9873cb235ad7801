import { createHash } from 'node:crypto'

/**
 * Maximum characters of a title, a name or an id in rows and responses, because they contain many of them. Packs contain
 * the complete texts.
 */
const TEXT_MAX = 512

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** Truncates a text to at most `max` UTF-16 units, without splitting a surrogate pair. */
export const truncateText = (text: string, max: number = TEXT_MAX): string => {
  if (text.length <= max) return text
  return text.slice(0, isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max)
}

/**
 * Returns an id of at most 512 characters unchanged, and the digest of a longer id.
 */
export const boundedId = (id: string): string =>
  id.length <= TEXT_MAX ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
