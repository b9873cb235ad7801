export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph' | 'quote'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: 'table'; readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] }

export interface ListItem {
  readonly text: string
  readonly isDone?: boolean
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})\s*(\w*)/
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Splits a table row into cells. An escaped bar is text. */
const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/**
 * Reads a block that starts at the first line. @returns the block and its number of lines; for a blank line, only the
 * number; undefined if another type of block starts there
 */
type BlockReader = (lines: readonly string[]) => { readonly block?: Block; readonly lineCount: number } | undefined

const readFence: BlockReader = (lines) => {
  const [, fence = '', language = ''] = FENCE.exec(lines[0] ?? '') ?? []
  if (fence === '') return undefined
  const end = lines.findIndex((line, index) => index > 0 && line.trim().startsWith(fence))
  const codeLines = lines.slice(1, end === -1 ? undefined : end)
  return { block: { kind: 'code', language, text: codeLines.join('\n') }, lineCount: codeLines.length + 2 }
}

const readHeading: BlockReader = (lines) => {
  const [, marks = '', text = ''] = HEADING.exec(lines[0] ?? '') ?? []
  return marks === '' ? undefined : { block: { kind: 'heading', level: marks.length, text }, lineCount: 1 }
}

const readTable: BlockReader = (lines) => {
  const [head = '', delimiter = ''] = lines
  if (!head.includes('|') || !delimiter.includes('-') || !DELIMITER.test(delimiter)) return undefined
  const end = lines.findIndex((line, index) => index > 1 && !line.includes('|'))
  const rows = lines.slice(2, end === -1 ? undefined : end)
  return { block: { kind: 'table', titles: cellsOf(head), rows: rows.map(cellsOf) }, lineCount: rows.length + 2 }
}

const readList: BlockReader = (lines) => {
  const firstItem = ITEM.exec(lines[0] ?? '')
  if (!firstItem) return undefined
  const items: ListItem[] = []
  let lineCount = 0
  for (const line of lines) {
    const item = ITEM.exec(line)
    const previousItem = items.at(-1)
    if (item) items.push({ text: item[3] ?? '', ...(item[2] === undefined ? {} : { isDone: item[2] !== ' ' }) })
    else if (/^\s+\S/.test(line) && previousItem)
      items[items.length - 1] = { ...previousItem, text: `${previousItem.text} ${line.trim()}` }
    else break
    lineCount++
  }
  return { block: { kind: 'list', isOrdered: firstItem[1] !== undefined, items }, lineCount }
}

const readQuote: BlockReader = (lines) => {
  const end = lines.findIndex((line) => !line.startsWith('>'))
  const quoted = lines.slice(0, end === -1 ? undefined : end)
  if (quoted.length === 0) return undefined
  return {
    block: { kind: 'quote', text: quoted.map((line) => line.slice(1).trim()).join(' ') },
    lineCount: quoted.length,
  }
}

/** Reads a blank line, or a horizontal rule, which is not displayed. */
const readBlank: BlockReader = ([line = '']) =>
  line.trim() === '' || /^\s*(?:[-*_]\s*){3,}$/.test(line) ? { lineCount: 1 } : undefined

const BLOCK_READERS: readonly BlockReader[] = [readBlank, readFence, readHeading, readTable, readList, readQuote]

const readSpecialBlock = (lines: readonly string[]) => {
  for (const read of BLOCK_READERS) {
    const result = read(lines)
    if (result) return result
  }
  return undefined
}

const readParagraph = (lines: readonly string[]) => {
  const end = lines.findIndex((_, index) => index > 0 && readSpecialBlock(lines.slice(index)) !== undefined)
  const text = lines.slice(0, end === -1 ? undefined : end)
  return {
    block: { kind: 'paragraph', text: text.map((line) => line.trim()).join(' ') } as const,
    lineCount: text.length,
  }
}

/** Removes front matter between `---` lines, which is for programs. */
const withoutFrontMatter = (lines: readonly string[]): readonly string[] => {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  return end === -1 ? lines : lines.slice(end + 1)
}

/** Parses a Markdown document into headings, paragraphs, lists, tables, quotations and code. HTML stays text. */
export const blocksOf = (markdown: string): readonly Block[] => {
  let lines = withoutFrontMatter(markdown.split('\n'))
  const blocks: Block[] = []
  while (lines.length > 0) {
    const result: { readonly block?: Block; readonly lineCount: number } =
      readSpecialBlock(lines) ?? readParagraph(lines)
    if (result.block) blocks.push(result.block)
    lines = lines.slice(result.lineCount)
  }
  return blocks
}

export type Piece =
  | { readonly kind: 'text' | 'code' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** An escaped mark is text (CommonMark 2.4). */
const ESCAPED = /\\([!-/:-@[-`{-~])/g

const unescaped = (text: string): string => text.replace(ESCAPED, '$1')

const PIECE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

const pieceOf = ([whole, code, strong, text, href = '']: RegExpExecArray): Piece => {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  // Only HTTPS links become links. Relative links would not resolve here.
  return href.startsWith('https://')
    ? { kind: 'link', text: text ?? whole, href }
    : { kind: 'text', text: text ?? whole }
}

export const piecesOf = (line: string): readonly Piece[] => {
  const pieces: Piece[] = []
  let position = 0
  for (const match of line.matchAll(PIECE)) {
    if (match.index > position) pieces.push({ kind: 'text', text: unescaped(line.slice(position, match.index)) })
    pieces.push(pieceOf(match))
    position = match.index + match[0].length
  }
  return position < line.length ? [...pieces, { kind: 'text', text: unescaped(line.slice(position)) }] : pieces
}
