import { Buffer, isUtf8 } from 'node:buffer'

/** Maximum characters of a name and of an excerpt, in code points. */
const MAX_NAME_LENGTH = 120
const MAX_EXCERPT_LENGTH = 500

export type HeaderText<T extends string | null = string> =
  | { readonly ok: true; readonly text: T }
  | { readonly ok: false; readonly rule: 'missing' | 'encoding' | 'too_long'; readonly message: string }

/** RFC 8187: `UTF-8'en'Pr%C3%BCfbericht`. */
const EXTENDED = /^utf-8'[A-Za-z0-9-]*'(.*)$/is

/**
 * Control characters with CR and LF, soft hyphens, marks of direction, width and language, line and paragraph
 * separators.
 */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

const percentDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Restores UTF-8 that Node read as Latin-1. Names in Latin-1 do not look like UTF-8 by accident. */
const decodeLatin1AsUtf8 = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1')
  return bytes.toString('latin1') === text && isUtf8(bytes) ? bytes.toString('utf8') : text
}

/** Returns undefined if the header announces UTF-8 but its bytes are not UTF-8. */
const decodeHeader = (header: string): string | undefined => {
  const extended = EXTENDED.exec(header.trim())
  const text = extended ? percentDecoded(extended[1] ?? '') : decodeLatin1AsUtf8(header)
  return text?.toWellFormed().replaceAll(INVISIBLE, '').normalize('NFC').trim()
}

const boundedText = (header: string, limit: number): HeaderText => {
  const text = decodeHeader(header)
  if (text === undefined) return { ok: false, rule: 'encoding', message: "is not percent-encoded UTF-8 after UTF-8''" }
  const length = [...text].length
  if (length <= limit) return { ok: true, text }
  return { ok: false, rule: 'too_long', message: `has ${length} characters, more than ${limit}` }
}

/**
 * Reads the name of an artifact from X-Display-Name, 1 to 120 characters, in one of two forms.
 * `UTF-8''Pr%C3%BCfbericht` (RFC 8187) is needed by browsers, which send only Latin-1. Any other text is used as it is:
 * percent signs are literal, and UTF-8 bytes, as curl sends them, are decoded. Invisible characters are removed:
 * control characters with CR and LF, marks of direction, characters without width. The text is trimmed and normalized
 * to NFC.
 * @param header as Node provides it; undefined without one
 */
export const displayName = (header: string | undefined): HeaderText => {
  const name = boundedText(header ?? '', MAX_NAME_LENGTH)
  return name.ok && name.text === '' ? { ok: false, rule: 'missing', message: 'is missing or empty' } : name
}

/**
 * Reads the excerpt of an artifact from X-Excerpt, at most 500 characters, in the same forms as a name. Null for an
 * absent or empty header.
 */
export const excerpt = (header: string | undefined): HeaderText<string | null> => {
  const excerptText = boundedText(header ?? '', MAX_EXCERPT_LENGTH)
  return excerptText.ok && excerptText.text === '' ? { ok: true, text: null } : excerptText
}
