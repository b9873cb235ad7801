import { jsonSha256 } from '@signet/receipts/digest'

/** The longest body, in characters (decision 40). */
export const BODY_MAX = 100_000

/** What is checked (spec platform-api 2.6; members by decision 40). Further members are hashed and returned, and not read. */
export interface Content {
  /** Markdown or plain text, 1 to 100,000 characters. */
  readonly body: string
  readonly title?: string | undefined
  readonly authorName?: string | undefined
  readonly authorBio?: string | undefined
  /** Of the fields that the text touches: `medical`, `legal`, … */
  readonly domains?: readonly string[] | undefined
  /** A date, or a date and time, of ISO 8601. */
  readonly publishedAt?: string | undefined
  readonly updatedAt?: string | undefined
  /** Where it stands: links to the same site are none to others. */
  readonly sourceUrl?: string | undefined
  readonly [more: string]: unknown
}

const linesOf = (text: string): string => text.replace(/^﻿/, '').replace(/\r\n?/g, '\n')

/** A content as it is hashed and read: a text is a body, lines end with a line feed, and there is no byte order mark. */
export const normalizedContent = (content: Content | string): Content => {
  if (typeof content === 'string') return { body: linesOf(content) }
  return { ...content, body: linesOf(content.body) }
}

/** Looks at each space once: a search for all of them to the end of a line is slow where there is none. */
const SPACED = /[ \t](?:\n|$)/

/** A text as it is hashed: composed letters, and no spaces at the ends of lines. */
const hashedText = (text: string): string => {
  const composed = text.normalize('NFC')
  return SPACED.test(composed) ? composed.replace(/[ \t]+$/gm, '') : composed
}

/**
 * SHA-256 of a content that is normalized, as canonical JSON: 64 hexadecimal digits. Letters count as composed ones (NFC), and
 * spaces at the ends of lines do not count.
 */
export const normalizedSha256 = (content: Content): string =>
  jsonSha256(
    Object.fromEntries(
      Object.entries(content).map(([name, value]) => [name, typeof value === 'string' ? hashedText(value) : value]),
    ),
  )

export const contentSha256 = (content: Content | string): string => normalizedSha256(normalizedContent(content))
