/** A line of prose in a Markdown document, without a preceding list marker or label. */
export interface Passage {
  /** Offset in the document, in UTF-16 code units. */
  readonly start: number
  readonly text: string
  /** A list item without a label is often not a sentence. */
  readonly kind: 'paragraph' | 'labeled' | 'item'
}

interface Line {
  readonly start: number
  readonly text: string
}

const linesOf = (markdown: string): readonly Line[] => {
  const lines: Line[] = []
  let start = 0
  for (const text of markdown.split('\n')) {
    lines.push({ start, text })
    start += text.length + 1
  }
  return lines
}

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/
/** Lines that are not prose, or that change the meaning of adjacent lines. */
const STRUCTURE = /^(?: {4}|\t| {0,3}(?:#{1,6}(?:\s|$)|>|\||<|\[[^\]]*\]:|={2,}\s*$|(?:[-*_]\s*){3,}$|:?-{2,}))/
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) +/
/** A label at the start of a line: `Mitigation: `, `Good, because `. */
const LABEL = /^(?:[A-Z][A-Za-z ]{0,30}: |(?:Good|Bad|Neutral), because )/

const WORDS_MIN = 4

const isBlank = ({ text }: Line): boolean => text.trim() === ''

/** Returns true unless the line continues the previous line or continues in the next one. */
const isAlone = (lines: readonly Line[], index: number): boolean =>
  [lines[index - 1], lines[index + 1]].every(
    (line) => line === undefined || isBlank(line) || ITEM.test(line.text) || /^ {0,3}#{1,6}\s/.test(line.text),
  )

const passageIn = ({ start, text }: Line): Passage | undefined => {
  const marker = ITEM.exec(text)?.[0] ?? ''
  const withoutMarker = text.slice(marker.length)
  if (
    STRUCTURE.test(text) ||
    STRUCTURE.test(withoutMarker) ||
    ITEM.test(withoutMarker) ||
    /[|<>]|^\s|\s$/.test(withoutMarker)
  )
    return undefined
  const label = LABEL.exec(withoutMarker)?.[0] ?? ''
  const prose = withoutMarker.slice(label.length)
  if (prose.split(' ').length < WORDS_MIN) return undefined
  const kind = label !== '' ? 'labeled' : marker !== '' ? 'item' : 'paragraph'
  return { start: start + marker.length + label.length, text: prose, kind }
}

/** Returns the number of lines of the front matter between `---` lines. */
const frontMatterLines = (lines: readonly Line[]): number => {
  if (lines[0]?.text !== '---') return 0
  const closingIndex = lines.findIndex(({ text }, index) => index > 0 && text === '---')
  return closingIndex === -1 ? lines.length : closingIndex + 1
}

/**
 * Returns the prose of a Markdown document: one-line paragraphs and list items. Excludes headings, tables, quotations,
 * code, HTML and definitions.
 */
export const passagesOf = (markdown: string): readonly Passage[] => {
  const lines = linesOf(markdown)
  const passages: Passage[] = []
  let fence: string | undefined
  for (let index = frontMatterLines(lines); index < lines.length; index++) {
    const line = lines[index] as Line
    const fenceMarker = FENCE.exec(line.text)?.[0].trim()
    if (fenceMarker !== undefined && (fence === undefined || fenceMarker.startsWith(fence))) {
      fence = fence === undefined ? fenceMarker : undefined
      continue
    }
    if (fence !== undefined || isBlank(line) || !isAlone(lines, index)) continue
    const passage = passageIn(line)
    if (passage) passages.push(passage)
  }
  return passages
}

/** Returns the document with new texts for passages, by their number from 0. */
export const withPassages = (
  markdown: string,
  passages: readonly Passage[],
  texts: ReadonlyMap<number, string>,
): string => {
  let rewritten = ''
  let offset = 0
  for (const [number, { start, text }] of passages.entries()) {
    rewritten += `${markdown.slice(offset, start)}${texts.get(number) ?? text}`
    offset = start + text.length
  }
  return rewritten + markdown.slice(offset)
}

/** The document without its prose. If it is equal before and after, only prose has changed. */
export const skeletonOf = (markdown: string): string => {
  const passages = passagesOf(markdown)
  return withPassages(markdown, passages, new Map(passages.map((_, number) => [number, '\u0000'])))
}
