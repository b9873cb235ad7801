import { jsonSha256 } from '@signet/receipts/digest'

/** Maximum characters of a body. */
export const BODY_MAX = 100_000

/**
 * Content to check (spec platform-api 2.6). Additional fields are hashed and returned, but ignored.
 */
export interface Content {
  /** Markdown or plain text, 1 to 100,000 characters. */
  readonly body: string
  readonly title?: string | undefined
  readonly authorName?: string | undefined
  readonly authorBio?: string | undefined
  /** Subject areas of the text: `medical`, `legal`, … */
  readonly domains?: readonly string[] | undefined
  /** An ISO 8601 date, with or without a time. */
  readonly publishedAt?: string | undefined
  readonly updatedAt?: string | undefined
  /** URL of the text; links to the same site do not count as external. */
  readonly sourceUrl?: string | undefined
  readonly [more: string]: unknown
}

const linesOf = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')

/**
 * Normalizes content for hashing and reading: a text becomes a body, lines end with a line feed, and a byte order mark
 * is removed.
 */
export const normalizedContent = (content: Content | string): Content => {
  if (typeof content === 'string') return { body: linesOf(content) }
  return { ...content, body: linesOf(content.body) }
}

/** Examines each space once, so that the slower replacement runs only if a line has trailing spaces. */
const TRAILING_SPACE = /[ \t](?:\n|$)/

/** The text as hashed: composed characters (NFC), without trailing spaces on lines. */
const hashedText = (text: string): string => {
  const composed = text.normalize('NFC')
  return TRAILING_SPACE.test(composed) ? composed.replace(/[ \t]+$/gm, '') : composed
}

/**
 * SHA-256 of normalized content as canonical JSON, in 64 hexadecimal digits. Uses composed characters (NFC) and ignores
 * trailing spaces on lines.
 */
export const normalizedSha256 = (content: Content): string =>
  jsonSha256(
    Object.fromEntries(
      Object.entries(content).map(([name, value]) => [name, typeof value === 'string' ? hashedText(value) : value]),
    ),
  )

export const contentSha256 = (content: Content | string): string => normalizedSha256(normalizedContent(content))
