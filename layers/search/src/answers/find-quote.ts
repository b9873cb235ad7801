export interface QuoteAt {
  readonly start: number
  /** After its last character. */
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
 * The text with single spaces, plain quotes and dashes, and without emphasis; with the original offset of each
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
 * The place of a quote in a text, ignoring differences in spaces, quotation marks, dashes and emphasis. Undefined if it
 * does not occur or is too short to prove anything.
 */
export const findQuote = (text: string, quote: string): QuoteAt | undefined => {
  const wanted = plain(quote).text.trim()
  if ((wanted.match(/[\p{L}\p{N}]/gu) ?? []).length < LETTERS_MIN) return undefined
  const inside = plain(text)
  const offset = inside.text.indexOf(wanted)
  if (offset < 0) return undefined
  const start = inside.at[offset] ?? 0
  const last = inside.at[offset + wanted.length - 1] ?? start
  return { start, end: last + 1 }
}
