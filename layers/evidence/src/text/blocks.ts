import { isLetter } from './characters.ts'

/** The kind of a block. `note` defines a footnote; `code` and `hidden` have no prose. */
export type BlockKind = 'heading' | 'paragraph' | 'item' | 'quote' | 'row' | 'note' | 'code' | 'hidden'

/** A range of lines of a body. Offsets are UTF-16 code units of the body. */
export interface Block {
  readonly kind: BlockKind
  readonly start: number
  readonly end: number
  /** Level of a heading, 1 to 6. */
  readonly level?: number
  /** Label of a footnote. */
  readonly label?: string
}

/** Targets of reference links, by label in lowercase. */
export type Definitions = ReadonlyMap<string, string>

interface Line {
  readonly start: number
  readonly end: number
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const ITEM = /^[ \t]{0,8}(?:[-*+]|\d{1,9}[.)])[ \t]+/
const QUOTE = /^ {0,3}>[ \t]?/
const NOTE = /^ {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*/
const DEFINITION = /^ {0,3}\[([^\]^]{1,200})\]:[ \t]*<?([^\s>]{1,2048})>?/
const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
/** Maximum length of Markdown syntax in a line; the rest is prose. */
const SYNTAX_MAX = 2_400

interface Blocks {
  readonly blocks: readonly Block[]
  readonly definitions: Definitions
}

class BlockReader {
  readonly blocks: Block[] = []
  readonly definitions = new Map<string, string>()
  private openBlock: { readonly kind: BlockKind; readonly start: number; end: number } | undefined
  /** The opening fence while a code block is open. */
  private fence: string | undefined
  private readonly body: string

  constructor(body: string) {
    this.body = body
  }

  private close(): void {
    if (this.openBlock) this.blocks.push(this.openBlock)
    this.openBlock = undefined
  }

  /** Opens a block, which later lines may continue. */
  private begin(kind: BlockKind, start: number, end: number): void {
    this.close()
    this.openBlock = { kind, start, end }
  }

  /** Adds a complete block. */
  private add(block: Block): void {
    this.close()
    this.blocks.push(block)
  }

  private addCode({ start, end }: Line, text: string): boolean {
    const mark = FENCE.exec(text)?.[1]
    if (this.fence !== undefined) {
      if (mark?.startsWith(this.fence)) this.fence = undefined
      this.blocks.push({ kind: 'code', start, end })
      return true
    }
    if (mark === undefined) return false
    this.fence = mark
    this.add({ kind: 'code', start, end })
    return true
  }

  private addMarkup(line: Line, text: string): boolean {
    const { start, end } = line
    const heading = HEADING.exec(text)
    if (heading) {
      this.add({ kind: 'heading', start: start + heading[0].length, end, level: heading[1]?.length ?? 1 })
      return true
    }
    const underline = UNDERLINE.exec(text)
    if (underline && this.openBlock?.kind === 'paragraph') {
      const { start: from, end: to } = this.openBlock
      this.openBlock = undefined
      this.add({ kind: 'heading', start: from, end: to, level: underline[1]?.startsWith('=') ? 1 : 2 })
      return true
    }
    if (!RULE.test(text) && !(DELIMITER_ROW.test(text) && text.includes('|'))) return false
    this.add({ kind: 'hidden', start, end })
    return true
  }

  private addDefinition({ start, end }: Line, text: string): boolean {
    const note = NOTE.exec(text)
    if (note) {
      this.close()
      this.blocks.push({ kind: 'note', start: start + note[0].length, end, label: note[1] ?? '' })
      return true
    }
    const definition = DEFINITION.exec(text)
    if (!definition) return false
    const [, label = '', href = ''] = definition
    this.definitions.set(label.toLowerCase(), href)
    this.add({ kind: 'hidden', start, end })
    return true
  }

  private addProse({ start, end }: Line, text: string): void {
    const quote = QUOTE.exec(text)
    if (quote) {
      const from = start + quote[0].length
      if (this.openBlock?.kind === 'quote') this.openBlock.end = end
      else this.begin('quote', from, end)
      return
    }
    const item = ITEM.exec(text)
    if (item) this.begin('item', start + item[0].length, end)
    else if (text.trimStart().startsWith('|')) this.add({ kind: 'row', start, end })
    else if (this.openBlock && this.openBlock.kind !== 'quote') this.openBlock.end = end
    else this.begin('paragraph', start, end)
  }

  addLine(line: Line): void {
    const text = this.body.slice(line.start, Math.min(line.end, line.start + SYNTAX_MAX))
    if (this.addCode(line, text)) return
    if (text.trim() === '') this.close()
    else if (isLetter(text.charCodeAt(0))) this.addProse(line, text)
    else if (!this.addMarkup(line, text) && !this.addDefinition(line, text)) this.addProse(line, text)
  }

  finish(): Blocks {
    this.close()
    return { blocks: this.blocks, definitions: this.definitions }
  }
}

const frontMatterEnd = (body: string): number => {
  if (!body.startsWith('---\n')) return 0
  const end = body.indexOf('\n---\n', 3)
  return end < 0 ? 0 : end + '\n---\n'.length
}

export const blocksOf = (body: string): Blocks => {
  const reader = new BlockReader(body)
  let start = frontMatterEnd(body)
  while (start < body.length) {
    const lineFeed = body.indexOf('\n', start)
    const end = lineFeed < 0 ? body.length : lineFeed
    reader.addLine({ start, end })
    start = end + 1
  }
  return reader.finish()
}
