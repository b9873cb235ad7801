/** A text in three parts: before a quote, the quote in its original spelling, and after it. */
export type QuoteParts = readonly [before: string, quote: string, after: string]

/** Finds a quote regardless of whitespace. Returns undefined if the text does not contain it. */
export const findQuote = (text: string, quote: string): QuoteParts | undefined => {
  const words = quote.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const pattern = words.map((each) => each.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+')
  const match = new RegExp(pattern).exec(text)
  if (!match) return undefined
  return [text.slice(0, match.index), match[0], text.slice(match.index + match[0].length)]
}
