/** Characters that Markdown (CommonMark, GFM) or HTML could interpret. */
const SIGNS = /[\\`*_{}[\]<>#|~&!^$]/g

/**
 * Encodes any text as one line of literal Markdown: no markup, HTML, link, list or line break. It must follow other
 * text on its line.
 */
export const markdownText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // Bidirectional control characters could reorder the surrounding text.
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .replaceAll(SIGNS, (sign) => `\\${sign}`)
    .replaceAll('://', '\\://')
    .replaceAll('@', '\\@')
    .replaceAll(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replace(/^(?:[-+=]|\d+[.)])/, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`)

/** Encloses text in more backquotes than it contains. */
export const markdownCode = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

export const markdownSection = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, '']
