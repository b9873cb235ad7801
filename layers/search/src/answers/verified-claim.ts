import type { Claim } from './claim.ts'
import { cleanText } from './cleaned-text.ts'
import type { Citation } from './contract/chat-answer.ts'
import type { PackedPassage } from './pack-context.ts'

interface QuoteRange {
  readonly start: number
  /** Offset after its last character. */
  readonly end: number
}

/** Minimum letters and digits of a quote: shorter quotes occur in many texts and prove nothing. */
const LETTERS_MIN = 8

const PLAIN_CHARACTERS: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2011': '-',
}

/** Markdown emphasis, which a quote may omit. */
const EMPHASIS = new Set(['*', '_', '`', '#'])

/**
 * Returns the text with single spaces, plain quotes and dashes, and without emphasis, and the original offset of each
 * character.
 */
const normalized = (text: string): { readonly text: string; readonly offsets: readonly number[] } => {
  let normalizedText = ''
  const offsets: number[] = []
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (EMPHASIS.has(character)) continue
    const plainCharacter = /\s/.test(character) ? ' ' : (PLAIN_CHARACTERS[character] ?? character)
    if (plainCharacter === ' ' && (normalizedText === '' || normalizedText.endsWith(' '))) continue
    normalizedText += plainCharacter
    offsets.push(i)
  }
  return { text: normalizedText, offsets }
}

/**
 * Finds a quote in a text, ignoring differences in spaces, quotation marks, dashes and emphasis. Returns undefined if
 * it does not occur or is too short to be conclusive.
 */
export const findQuote = (text: string, quote: string): QuoteRange | undefined => {
  const quotedText = normalized(quote).text.trim()
  if ((quotedText.match(/[\p{L}\p{N}]/gu) ?? []).length < LETTERS_MIN) return undefined
  const source = normalized(text)
  const offset = source.text.indexOf(quotedText)
  if (offset < 0) return undefined
  const start = source.offsets[offset] ?? 0
  const last = source.offsets[offset + quotedText.length - 1] ?? start
  return { start, end: last + 1 }
}

const IMAGE = /!\[[^\]]*\]\([^)]*\)/g
const NAMED_LINK = /\[([^\]]*)\]\([^)]*\)/g
const HTML = /<\/?[a-z][^>]*>/gi
const URL_PATTERN = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"'`)\]]+/gi

/** Removes images, HTML, link targets, and URLs that occur in no cited passage. */
const withoutLinks = (text: string, citedTexts: readonly string[]): string =>
  text
    .replaceAll(IMAGE, '')
    .replaceAll(NAMED_LINK, '$1')
    .replaceAll(HTML, '')
    .replaceAll(URL_PATTERN, (url) => (citedTexts.some((passage) => passage.includes(url)) ? url : '[link removed]'))
    .replaceAll(/\s+/g, ' ')
    .trim()

interface VerifiedClaim {
  readonly text: string
  readonly citations: readonly Omit<Citation, 'id' | 'answerStart' | 'answerEnd'>[]
}

/** Returns a statement with the citations that were found; undefined if none was found, or its cleaned text is empty. */
export const verifiedClaim = (
  { text, quotes }: Claim,
  passages: ReadonlyMap<string, PackedPassage>,
): VerifiedClaim | undefined => {
  const verifiedQuotes = quotes.flatMap(({ id, quote }) => {
    const packed = passages.get(id)
    const range = packed && findQuote(packed.text, cleanText(quote))
    return packed && range ? [{ packed, quote: packed.text.slice(range.start, range.end) }] : []
  })
  const statement = withoutLinks(
    cleanText(text),
    verifiedQuotes.map(({ packed }) => packed.text),
  )
  if (verifiedQuotes.length === 0 || statement === '') return undefined
  return {
    text: statement,
    citations: verifiedQuotes.map(({ packed: { row, passage, hit }, quote }) => ({
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
