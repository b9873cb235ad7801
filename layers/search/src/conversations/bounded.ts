import { createHash } from 'node:crypto'

/** Most characters of a title, a name or an id outside the packs. Rows and answers hold many of them. */
const TEXT_MAX = 512

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** The beginning of a text, at most `max` UTF-16 units; never half of a surrogate pair. */
export const cutTo = (text: string, max: number = TEXT_MAX): string => {
  if (text.length <= max) return text
  return text.slice(0, isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max)
}

/** An id of at most 512 characters as it is; of a longer one its digest. The same id always has the same form. */
export const boundedId = (id: string): string =>
  id.length <= TEXT_MAX ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`
