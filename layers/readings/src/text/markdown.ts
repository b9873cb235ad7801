/** Signs that Markdown (CommonMark, GFM) or HTML in it could read as something else than themselves. */
const SIGNS = /[\\`*_{}[\]<>#|~&!^$]/g

/**
 * Any text as one line of Markdown that shows it and does nothing else: no markup, no HTML, no link, no list, no break
 * (runtime.md 11, trap 4). It stands behind something on its line.
 */
export const markdownText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // Directions that could reorder what stands around it.
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .replaceAll(SIGNS, (sign) => `\\${sign}`)
    .replaceAll('://', '\\://')
    .replaceAll('@', '\\@')
    .replaceAll(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replace(/^(?:[-+=]|\d+[.)])/, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`)

/** Text inside backquotes, fenced by more of them than it holds. */
export const markdownCode = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

export const markdownSection = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, '']
