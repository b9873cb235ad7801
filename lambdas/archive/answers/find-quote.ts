/** Where a quote stands in a text. */
export interface QuoteAt {
  readonly start: number
  /** Behind its last character. */
  readonly end: number
}

/** Shorter ones stand everywhere, and prove nothing. */
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

/** Emphasis of Markdown, which a quote may leave out. */
const LEFT_OUT = new Set(['*', '_', '`', '#'])

/** The text with one space for any, plain quotes and dashes, without emphasis; and where each character of it was. */
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
 * The place of a quote in a text, up to spaces, kinds of quotation marks and dashes, and emphasis; undefined when it does
 * not stand there, or is too short to prove anything.
 */
export const findQuote = (text: string, quote: string): QuoteAt | undefined => {
  const wanted = plain(quote).text.trim()
  if ((wanted.match(/[\p{L}\p{N}]/gu) ?? []).length < LETTERS_MIN) return undefined
  const inside = plain(text)
  const found = inside.text.indexOf(wanted)
  if (found < 0) return undefined
  const start = inside.at[found] ?? 0
  const last = inside.at[found + wanted.length - 1] ?? start
  return { start, end: last + 1 }
}
