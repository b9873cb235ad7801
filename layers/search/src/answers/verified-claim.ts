import type { Claim } from './claim.ts'
import { cleaned } from './cleaned-text.ts'
import type { Citation } from './contract/chat-answer.ts'
import { findQuote } from './find-quote.ts'
import type { PackedPassage } from './pack-context.ts'

const IMAGE = /!\[[^\]]*\]\([^)]*\)/g
const NAMED_LINK = /\[([^\]]*)\]\([^)]*\)/g
const HTML = /<\/?[a-z][^>]*>/gi
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"'`)\]]+/gi

/** The statement without links out of the archive: images, HTML, and addresses that no cited passage contains. */
const withoutLinks = (text: string, cited: readonly string[]): string =>
  text
    .replaceAll(IMAGE, '')
    .replaceAll(NAMED_LINK, '$1')
    .replaceAll(HTML, '')
    .replaceAll(ADDRESS, (address) => (cited.some((passage) => passage.includes(address)) ? address : '[link removed]'))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A statement whose quotes were found, with its citations. Their places in the answer are set later. */
export interface VerifiedClaim {
  readonly text: string
  readonly citations: readonly Omit<Citation, 'id' | 'answerStart' | 'answerEnd'>[]
}

/** undefined: none of its quotes was found, or its text is empty after cleaning. */
export const verifiedClaim = (
  { text, quotes }: Claim,
  passages: ReadonlyMap<string, PackedPassage>,
): VerifiedClaim | undefined => {
  const quoted = quotes.flatMap(({ id, quote }) => {
    const packed = passages.get(id)
    const at = packed && findQuote(packed.text, cleaned(quote))
    return packed && at ? [{ packed, quote: packed.text.slice(at.start, at.end) }] : []
  })
  const statement = withoutLinks(
    cleaned(text),
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
