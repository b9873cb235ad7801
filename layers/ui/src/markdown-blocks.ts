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
 * Reads a block from the first line. @returns the block and the number of lines it takes; a blank line gives no block
 */
type BlockReader = (lines: readonly string[]) => { readonly block?: Block; readonly taken: number } | undefined

const readFence: BlockReader = (lines) => {
  const [, fence = '', language = ''] = FENCE.exec(lines[0] ?? '') ?? []
  if (fence === '') return undefined
  const end = lines.findIndex((line, at) => at > 0 && line.trim().startsWith(fence))
  const inside = lines.slice(1, end === -1 ? undefined : end)
  return { block: { kind: 'code', language, text: inside.join('\n') }, taken: inside.length + 2 }
}

const readHeading: BlockReader = (lines) => {
  const [, marks = '', text = ''] = HEADING.exec(lines[0] ?? '') ?? []
  return marks === '' ? undefined : { block: { kind: 'heading', level: marks.length, text }, taken: 1 }
}

const readTable: BlockReader = (lines) => {
  const [head = '', delimiter = ''] = lines
  if (!head.includes('|') || !delimiter.includes('-') || !DELIMITER.test(delimiter)) return undefined
  const end = lines.findIndex((line, at) => at > 1 && !line.includes('|'))
  const rows = lines.slice(2, end === -1 ? undefined : end)
  return { block: { kind: 'table', titles: cellsOf(head), rows: rows.map(cellsOf) }, taken: rows.length + 2 }
}

const readList: BlockReader = (lines) => {
  const first = ITEM.exec(lines[0] ?? '')
  if (!first) return undefined
  const items: ListItem[] = []
  let lineCount = 0
  for (const line of lines) {
    const item = ITEM.exec(line)
    const before = items.at(-1)
    if (item) items.push({ text: item[3] ?? '', ...(item[2] === undefined ? {} : { isDone: item[2] !== ' ' }) })
    else if (/^\s+\S/.test(line) && before)
      items[items.length - 1] = { ...before, text: `${before.text} ${line.trim()}` }
    else break
    lineCount++
  }
  return { block: { kind: 'list', isOrdered: first[1] !== undefined, items }, taken: lineCount }
}

const readQuote: BlockReader = (lines) => {
  const end = lines.findIndex((line) => !line.startsWith('>'))
  const quoted = lines.slice(0, end === -1 ? undefined : end)
  if (quoted.length === 0) return undefined
  return { block: { kind: 'quote', text: quoted.map((line) => line.slice(1).trim()).join(' ') }, taken: quoted.length }
}

const readBlank: BlockReader = ([line = '']) =>
  line.trim() === '' || /^\s*(?:[-*_]\s*){3,}$/.test(line) ? { taken: 1 } : undefined

const OTHERS: readonly BlockReader[] = [readBlank, readFence, readHeading, readTable, readList, readQuote]

const other = (lines: readonly string[]) => {
  for (const read of OTHERS) {
    const part = read(lines)
    if (part) return part
  }
  return undefined
}

const paragraph = (lines: readonly string[]) => {
  const end = lines.findIndex((_, at) => at > 0 && other(lines.slice(at)) !== undefined)
  const text = lines.slice(0, end === -1 ? undefined : end)
  return { block: { kind: 'paragraph', text: text.map((line) => line.trim()).join(' ') } as const, taken: text.length }
}

/** Removes front matter between `---` lines, which is for programs. */
const withoutHead = (lines: readonly string[]): readonly string[] => {
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  return end === -1 ? lines : lines.slice(end + 1)
}

/** Parses a Markdown document into headings, paragraphs, lists, tables, quotations and code. HTML stays text. */
export const blocksOf = (markdown: string): readonly Block[] => {
  let lines = withoutHead(markdown.split('\n'))
  const blocks: Block[] = []
  while (lines.length > 0) {
    const part: { readonly block?: Block; readonly taken: number } = other(lines) ?? paragraph(lines)
    if (part.block) blocks.push(part.block)
    lines = lines.slice(part.taken)
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

const pieceOf = ([all, code, strong, text, href = '']: RegExpExecArray): Piece => {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  // Only HTTPS links become links. Relative links would not resolve here.
  return href.startsWith('https://') ? { kind: 'link', text: text ?? all, href } : { kind: 'text', text: text ?? all }
}

export const piecesOf = (line: string): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const match of line.matchAll(PIECE)) {
    if (match.index > at) pieces.push({ kind: 'text', text: unescaped(line.slice(at, match.index)) })
    pieces.push(pieceOf(match))
    at = match.index + match[0].length
  }
  return at < line.length ? [...pieces, { kind: 'text', text: unescaped(line.slice(at)) }] : pieces
}
