import type { Block, Definitions } from './blocks.ts'

export interface Link {
  readonly kind: 'link' | 'image' | 'note' | 'number'
  readonly start: number
  readonly end: number
  /** The target; the label of a footnote, or the text of a number in brackets. */
  readonly href: string
  readonly text: string
  /** The title, and HTML attributes such as rel. */
  readonly title: string
}

export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The links and hidden ranges of a block, in order; ranges do not overlap. */
export interface Marks {
  readonly links: readonly Link[]
  readonly hidden: readonly TextRange[]
  /** Code spans. */
  readonly codes: readonly TextRange[]
}

// Character codes. OPEN and CLOSE are square brackets.
const BACKSLASH = 92
const BACKTICK = 96
const BANG = 33
const OPEN = 91
const CLOSE = 93
const PAREN = 40
const PAREN_END = 41
const LESS = 60
const STAR = 42
const TILDE = 126
const LOWER_H = 104
const LOWER_W = 119
/** Maximum lengths of a URL and a tag, which bound repeated scans. */
const HREF_MAX = 2_048
const TAG_MAX = 1_000

const BARE_URL = /(?:https?:\/\/|www\.)[^\s<>"'`“”‘’)\]}|]{1,2048}/y
const TRAILING = /[.,;:!?*_]+$/
const TAG = /<(?:(https?:\/\/[^\s<>]+)|\/?([a-z][a-z0-9]*)([^<>]*))>/iy
const ATTRIBUTE = /\b(href|src|alt|title|rel)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const TITLED = /^(\S*)(?:\s+["'(](.*)["')])?$/

const NONE: ReadonlyMap<number, number> = new Map()

/**
 * The first position of a character in a block, or -1. Searching the whole body for each block would take quadratic
 * time.
 */
const firstIn = (body: string, { start, end }: Block, sign: string): number => {
  const offset = body.slice(start, end).indexOf(sign)
  return offset < 0 ? -1 : start + offset
}

/** The position of the closing bracket for each opening one, in one pass. */
const bracketPairs = (body: string, block: Block): ReadonlyMap<number, number> => {
  const first = firstIn(body, block, '[')
  if (first < 0) return NONE
  const pairs = new Map<number, number>()
  const openBrackets: number[] = []
  for (let at = first; at < block.end; at++) {
    const code = body.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === OPEN) openBrackets.push(at)
    else if (code === CLOSE) {
      const from = openBrackets.pop()
      if (from !== undefined) pairs.set(from, at)
    }
  }
  return pairs
}

/** For each run of backticks, the position after the next run of the same length. */
const codeEnds = (body: string, block: Block): ReadonlyMap<number, number> => {
  const first = firstIn(body, block, '`')
  if (first < 0) return NONE
  const runs: { readonly at: number; readonly length: number }[] = []
  for (let at = first; at < block.end; at++) {
    const from = at
    while (at < block.end && body.charCodeAt(at) === BACKTICK) at++
    if (at > from) runs.push({ at: from, length: at - from })
  }
  const ends = new Map<number, number>()
  const nextOf = new Map<number, number>()
  for (const { at, length } of runs.reverse()) {
    const next = nextOf.get(length)
    if (next !== undefined) ends.set(at, next + length)
    nextOf.set(length, at)
  }
  return ends
}

/** The end of a target in parentheses, which may be nested; -1 without one. */
const targetEnd = (body: string, from: number, end: number): number => {
  let depth = 0
  const last = Math.min(end, from + HREF_MAX)
  for (let at = from; at < last; at++) {
    const code = body.charCodeAt(at)
    if (code === PAREN) depth++
    else if (code === PAREN_END && depth-- === 0) return at
  }
  return -1
}

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name.toLowerCase(), double ?? single ?? '']),
  )

class MarkReader {
  readonly marks: { links: Link[]; hidden: TextRange[]; codes: TextRange[] } = { links: [], hidden: [], codes: [] }
  private readonly body: string
  private readonly block: Block
  private readonly definitions: Definitions
  private readonly pairs: ReadonlyMap<number, number>
  private readonly codes: ReadonlyMap<number, number>

  constructor(body: string, block: Block, definitions: Definitions) {
    this.body = body
    this.block = block
    this.definitions = definitions
    this.pairs = bracketPairs(body, block)
    this.codes = codeEnds(body, block)
  }

  private hide(start: number, end: number): void {
    if (end > start) this.marks.hidden.push({ start, end })
  }

  private addLink(link: Link): void {
    this.marks.links.push(link)
  }

  /**
   * Adds a link or an image. Hides an image with its text, but only the bracket of a link.
   * @returns the position where reading continues: after an image, or at the text of a link
   */
  private addBracketLink(at: number, close: number, after: number, href: string, title: string): number {
    const isImage = this.body.charCodeAt(at - 1) === BANG && at > this.block.start
    const start = isImage ? at - 1 : at
    const text = this.body.slice(at + 1, close)
    this.addLink({ kind: isImage ? 'image' : 'link', start, end: after, href, text, title })
    if (isImage) {
      this.hide(start, after)
      return after
    }
    this.hide(at, at + 1)
    return at + 1
  }

  private readBracket(at: number): number {
    const { body, block, definitions } = this
    const close = this.pairs.get(at)
    if (close === undefined) return at + 1
    const next = body.charCodeAt(close + 1)
    if (next === PAREN) {
      const end = targetEnd(body, close + 2, block.end)
      if (end >= 0) {
        const [, href = '', title = ''] = TITLED.exec(body.slice(close + 2, end).trim()) ?? []
        this.tails.set(close, end + 1)
        return this.addBracketLink(at, close, end + 1, href, title)
      }
    }
    if (next === OPEN) {
      const end = this.pairs.get(close + 1)
      const label = end === undefined ? '' : body.slice(close + 2, end) || body.slice(at + 1, close)
      const href = end === undefined ? undefined : definitions.get(label.toLowerCase())
      if (end !== undefined && href !== undefined) {
        this.tails.set(close, end + 1)
        return this.addBracketLink(at, close, end + 1, href, '')
      }
    }
    return this.readShortReference(at, close)
  }

  private readShortReference(at: number, close: number): number {
    const inside = this.body.slice(at + 1, Math.min(close, at + 201))
    if (inside.startsWith('^')) {
      this.addLink({ kind: 'note', start: at, end: close + 1, href: inside.slice(1), text: '', title: '' })
      this.hide(at, close + 1)
      return close + 1
    }
    if (/^(?:\d{1,3}(?:[,–-] ?\d{1,3})*|[A-Z])$/.test(inside)) {
      this.addLink({ kind: 'number', start: at, end: close + 1, href: inside, text: '', title: '' })
      this.hide(at, close + 1)
      return close + 1
    }
    const href = this.definitions.get(inside.toLowerCase())
    if (href === undefined) return at + 1
    this.tails.set(close, close + 1)
    return this.addBracketLink(at, close, close + 1, href, '')
  }

  /** Ends of links whose text is prose; the part after the text is hidden when the scan reaches it. */
  private readonly tails = new Map<number, number>()

  private readTag(at: number): number {
    TAG.lastIndex = at
    const tag = this.body.slice(at, at + TAG_MAX).includes('>') ? TAG.exec(this.body) : null
    if (!tag) return at + 1
    const [whole, address, name = '', rest = ''] = tag
    const end = at + whole.length
    this.hide(at, end)
    if (address !== undefined) this.addLink({ kind: 'link', start: at, end, href: address, text: address, title: '' })
    const attributes = name === 'a' || name === 'img' ? attributesOf(rest) : undefined
    const href = attributes?.get('href') ?? attributes?.get('src')
    if (attributes && href !== undefined) {
      const title = [attributes.get('title'), attributes.get('rel')].filter((each) => each !== undefined).join(' ')
      const [kind, text] = name === 'img' ? (['image', attributes.get('alt') ?? ''] as const) : (['link', ''] as const)
      this.addLink({ kind, start: at, end, href, text, title })
    }
    return end
  }

  private readBareUrl(at: number): number {
    BARE_URL.lastIndex = at
    const address = BARE_URL.exec(this.body)?.[0].replace(TRAILING, '')
    if (address === undefined || address.length < 8) return at + 1
    const end = at + address.length
    this.addLink({ kind: 'link', start: at, end, href: address, text: address, title: '' })
    this.hide(at, end)
    return end
  }

  /**
   * Handles the mark at a position, if any.
   * @returns the next position
   */
  private readMark(at: number): number {
    switch (this.body.charCodeAt(at)) {
      case BACKSLASH:
        this.hide(at, at + 1)
        return at + 2
      case BACKTICK: {
        const end = this.codes.get(at)
        if (end === undefined) return at + 1
        this.marks.codes.push({ start: at, end })
        this.hide(at, end)
        return end
      }
      case OPEN:
        return this.readBracket(at)
      case CLOSE: {
        const end = this.tails.get(at)
        if (end === undefined) return at + 1
        this.hide(at, end)
        return end
      }
      case LESS:
        return this.readTag(at)
      case STAR:
      case TILDE:
        this.hide(at, at + 1)
        return at + 1
      case LOWER_H:
      case LOWER_W:
        return this.readBareUrl(at)
      default:
        return at + 1
    }
  }

  read(): Marks {
    const { start, end } = this.block
    for (let at = start; at < end; ) at = this.readMark(at)
    return this.marks
  }
}

/** Parses the marks of a block in one pass; every search is bounded. */
export const marksOf = (body: string, block: Block, definitions: Definitions): Marks =>
  new MarkReader(body, block, definitions).read()
