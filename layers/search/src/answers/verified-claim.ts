import type { Claim } from './claim.ts'
import { cleanText } from './cleaned-text.ts'
import type { Citation } from './contract/chat-answer.ts'
import type { PackedPassage } from './pack-context.ts'

interface QuoteAt {
  readonly start: number
  /** Offset after its last character. */
  readonly end: number
}

/** Shorter quotes occur everywhere and prove nothing. */
const LETTERS_MIN = 8

const ALIKE: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2011': '-',
}

/** Markdown emphasis, which a quote may omit. */
const LEFT_OUT = new Set(['*', '_', '`', '#'])

/**
 * Returns the text with single spaces, plain quotes and dashes, and without emphasis, and the original offset of each
 * character.
 */
const plain = (text: string): { readonly text: string; readonly at: readonly number[] } => {
  let out = ''
  const at: number[] = []
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (LEFT_OUT.has(character)) continue
    const same = /\s/.test(character) ? ' ' : (ALIKE[character] ?? character)
    if (same === ' ' && (out === '' || out.endsWith(' '))) continue
    out += same
    at.push(i)
  }
  return { text: out, at }
}

/**
 * Finds a quote in a text, ignoring differences in spaces, quotation marks, dashes and emphasis. Returns undefined if
 * it does not occur or is too short to be conclusive.
 */
export const findQuote = (text: string, quote: string): QuoteAt | undefined => {
  const quotedText = plain(quote).text.trim()
  if ((quotedText.match(/[\p{L}\p{N}]/gu) ?? []).length < LETTERS_MIN) return undefined
  const inside = plain(text)
  const offset = inside.text.indexOf(quotedText)
  if (offset < 0) return undefined
  const start = inside.at[offset] ?? 0
  const last = inside.at[offset + quotedText.length - 1] ?? start
  return { start, end: last + 1 }
}

const IMAGE = /!\[[^\]]*\]\([^)]*\)/g
const NAMED_LINK = /\[([^\]]*)\]\([^)]*\)/g
const HTML = /<\/?[a-z][^>]*>/gi
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"'`)\]]+/gi

/** Removes links out of the archive from a statement: images, HTML, and URLs that no cited passage contains. */
const withoutLinks = (text: string, cited: readonly string[]): string =>
  text
    .replaceAll(IMAGE, '')
    .replaceAll(NAMED_LINK, '$1')
    .replaceAll(HTML, '')
    .replaceAll(ADDRESS, (address) => (cited.some((passage) => passage.includes(address)) ? address : '[link removed]'))
    .replaceAll(/\s+/g, ' ')
    .trim()

interface VerifiedClaim {
  readonly text: string
  readonly citations: readonly Omit<Citation, 'id' | 'answerStart' | 'answerEnd'>[]
}

/** Returns undefined if none of its quotes was found, or its text is empty after cleaning. */
export const verifiedClaim = (
  { text, quotes }: Claim,
  passages: ReadonlyMap<string, PackedPassage>,
): VerifiedClaim | undefined => {
  const quoted = quotes.flatMap(({ id, quote }) => {
    const packed = passages.get(id)
    const at = packed && findQuote(packed.text, cleanText(quote))
    return packed && at ? [{ packed, quote: packed.text.slice(at.start, at.end) }] : []
  })
  const statement = withoutLinks(
    cleanText(text),
    quoted.map(({ packed }) => packed.text),
  )
  if (quoted.length === 0 || statement === '') return undefined
  return {
    text: statement,
    citations: quoted.map(({ packed: { row, passage, hit }, quote }) => ({
      conversationId: row.conversation,
      title: row.title,
      messageIds: [...passage.messageIds],
      createdAt: passage.createdAt,
      quote,
      score: Math.round(hit.score * 10_000) / 10_000,
      branch: passage.branch,
      byteRange: { uploadId: row.upload, file: row.origin.file, start: row.origin.start, end: row.origin.end },
    })),
  }
}
