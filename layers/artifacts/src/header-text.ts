import { Buffer, isUtf8 } from 'node:buffer'

/** Characters of a name and of an excerpt, in code points. */
const MAX_NAME_LENGTH = 120
const MAX_EXCERPT_LENGTH = 500

export type HeaderText<T extends string | null = string> =
  | { readonly ok: true; readonly text: T }
  | { readonly ok: false; readonly rule: 'missing' | 'encoding' | 'too_long'; readonly message: string }

/** RFC 8187: `UTF-8'en'Pr%C3%BCfbericht`. */
const EXTENDED = /^utf-8'[A-Za-z0-9-]*'(.*)$/is

/** Controls with CR and LF, soft hyphens, marks of direction, of width and of language, ends of lines and paragraphs. */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

const percentDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** What Node reads as Latin-1 was UTF-8, if its bytes are: no name in Latin-1 looks like that by accident. */
const fromBytes = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1')
  return bytes.toString('latin1') === text && isUtf8(bytes) ? bytes.toString('utf8') : text
}

/** Undefined if the header announces UTF-8 and does not hold it. */
const decoded = (header: string): string | undefined => {
  const extended = EXTENDED.exec(header.trim())
  const text = extended ? percentDecoded(extended[1] ?? '') : fromBytes(header)
  return text?.toWellFormed().replaceAll(INVISIBLE, '').normalize('NFC').trim()
}

const boundedText = (header: string, limit: number): HeaderText => {
  const text = decoded(header)
  if (text === undefined) return { ok: false, rule: 'encoding', message: "is not percent-encoded UTF-8 after UTF-8''" }
  const length = [...text].length
  if (length <= limit) return { ok: true, text }
  return { ok: false, rule: 'too_long', message: `has ${length} characters, more than ${limit}` }
}

/**
 * The name of an artifact by its X-Display-Name, 1 to 120 characters. Two forms are read. `UTF-8''Pr%C3%BCfbericht` is the form of
 * RFC 8187, which browsers need, for they send no other characters than Latin-1. Everything else is taken as it is: percent signs
 * stand for themselves, and bytes of UTF-8, as curl sends them, are read as such. What nobody sees is left out: control characters
 * with CR and LF, marks of direction, characters without width. Spaces around it go. The text is NFC.
 * @param header as Node gives it; undefined without one
 */
export const displayName = (header: string | undefined): HeaderText => {
  const name = boundedText(header ?? '', MAX_NAME_LENGTH)
  return name.ok && name.text === '' ? { ok: false, rule: 'missing', message: 'is missing or empty' } : name
}

/** The excerpt of an artifact by its X-Excerpt, at most 500 characters, read as a name is; null without one, or an empty one. */
export const excerpt = (header: string | undefined): HeaderText<string | null> => {
  const read = boundedText(header ?? '', MAX_EXCERPT_LENGTH)
  return read.ok && read.text === '' ? { ok: true, text: null } : read
}
