import { allWordsOf } from '../text/stems.ts'

/** A span of the text, in code units from its start. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Line extends Span {
  readonly text: string
  readonly kind: 'heading' | 'item' | 'row' | 'prose' | 'code' | 'quote'
  /** True for a heading that has its text on the same line. */
  readonly isRunIn?: true
}

export interface Section {
  readonly title: string
  /**
   * 0 before the first heading, 1 to 6 for Markdown headings, 7 for a line in bold or with a colon, 8 for a label at
   * the start of a line.
   */
  readonly level: number
  readonly lines: readonly Line[]
}

export interface Sentence extends Span {
  readonly text: string
  readonly kind: Line['kind']
  readonly section: string
}

export interface Document {
  readonly text: string
  readonly lines: readonly Line[]
  /** The first section, before any heading, has an empty title. */
  readonly sections: readonly Section[]
  readonly sentences: readonly Sentence[]
  /** Words in lower case, without code. */
  readonly words: readonly string[]
}

const HEADING = /^\s{0,3}(#{1,6}\s+(.+?)\s*#*|\*\*([^*]{2,80})\*\*:?|([A-Z][A-Za-z /&-]{2,50}):)\s*$/
const FENCE = /^\s{0,3}(```|~~~)/

const kindOf = (text: string, isCode: boolean): Line['kind'] => {
  if (isCode || FENCE.test(text)) return 'code'
  if (HEADING.test(text)) return 'heading'
  if (/^\s*\|/.test(text)) return 'row'
  if (/^\s*>/.test(text)) return 'quote'
  return /^\s*([-*+]|\d{1,3}[.)])\s+/.test(text) ? 'item' : 'prose'
}

/**
 * Matches a heading that has its text on the same line: `**Money.** Tools 1,500`, `2. **Returns.** …`, or
 * `Cause: the script …`.
 */
const RUN_IN_HEADING =
  /^(\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:\*\*([^*\n]{2,60}?)[.:?]?\*\*[.:]?|\*([A-Z][^*\n]{2,50}?)[.:]\*|([A-Z][A-Za-z’' -]{1,40}):))\s+(?=\S)/
const HEAD_WORDS_MAX = 8

const runInHead = (text: string): { readonly head: string; readonly length: number } | undefined => {
  const [, label = '', bold, italic, labeled] = RUN_IN_HEADING.exec(text) ?? []
  const head = bold ?? italic ?? labeled
  // In list items only a bold label is a heading: "Hall tested: Joyce, 30 October" is an action.
  const isItem = /^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(text)
  if (head === undefined || (isItem && bold === undefined)) return undefined
  return head.trim().split(/\s+/).length <= HEAD_WORDS_MAX ? { head: head.trim(), length: label.length } : undefined
}

const linesOf = (text: string): readonly Line[] => {
  const lines: Line[] = []
  let start = 0
  let isCode = false
  for (const line of text.split('\n')) {
    const kind = kindOf(line, isCode)
    const runIn = kind === 'prose' || kind === 'item' ? runInHead(line) : undefined
    if (runIn) {
      const { head, length } = runIn
      lines.push({ text: head, start, end: start + length, kind: 'heading', isRunIn: true })
      lines.push({ text: line.slice(length), start: start + length, end: start + line.length, kind })
    } else lines.push({ text: line, start, end: start + line.length, kind })
    if (FENCE.test(line)) isCode = !isCode
    start += line.length + 1
  }
  return lines
}

export const headingOf = ({ text, isRunIn }: Line): string => {
  if (isRunIn) return text
  const [, , marked, bold, labeled] = HEADING.exec(text) ?? []
  return (marked ?? bold ?? labeled ?? '').trim()
}

const levelOf = ({ text, isRunIn }: Line): number => (isRunIn ? 8 : (/^\s*(#{1,6})\s/.exec(text)?.[1]?.length ?? 7))

const sectionsOf = (lines: readonly Line[]): readonly Section[] => {
  const sections: { title: string; level: number; lines: Line[] }[] = [{ title: '', level: 0, lines: [] }]
  for (const line of lines) {
    if (line.kind === 'heading') sections.push({ title: headingOf(line), level: levelOf(line), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections
}

/** Returns the lines below a heading, including those of deeper headings. */
export const linesBelow = ({ sections }: Document, at: number): readonly Line[] => {
  const [first, ...later] = sections.slice(at)
  if (!first) return []
  const end = later.findIndex(({ level }) => level <= first.level)
  const covered = [first, ...(end === -1 ? later : later.slice(0, end))]
  return covered.flatMap(({ lines }) => lines)
}

/**
 * Matches the end of a sentence: punctuation, then space and the start of the next one. Abbreviations and decimal
 * points do not match.
 */
const SENTENCE_END =
  /(?<!\b(?:e\.g|i\.e|cf|vs|No|St|Mr|Ms|Dr|approx|Art|Sec|Fig|etc|[A-Z]))[.!?]+["')\]]*(?=\s+["'([*_`]*[A-Z0-9])/g

const sentencesOfLine = (line: Line, section: string): readonly Sentence[] => {
  if (line.kind === 'code' || line.text.trim() === '') return []
  if (line.kind === 'row' || line.kind === 'heading') return [{ ...line, section }]
  const sentences: Sentence[] = []
  let from = 0
  const addSentence = (to: number): void => {
    const text = line.text.slice(from, to)
    const leadingSpaces = text.length - text.trimStart().length
    if (text.trim() !== '')
      sentences.push({
        text: text.trim(),
        kind: line.kind,
        section,
        start: line.start + from + leadingSpaces,
        end: line.start + to,
      })
    from = to
  }
  for (const { index, 0: mark } of line.text.matchAll(SENTENCE_END)) addSentence(index + mark.length)
  addSentence(line.text.length)
  return sentences
}

export const readDocument = (text: string): Document => {
  const lines = linesOf(text)
  const textLines = lines.filter(({ kind }) => kind !== 'code')
  const sections = sectionsOf(lines)
  return {
    text,
    lines,
    sections,
    sentences: sections.flatMap(({ title, lines: sectionLines }) =>
      sectionLines.flatMap((line) => sentencesOfLine(line, title)),
    ),
    words: textLines.flatMap((line) => allWordsOf(line.text)),
  }
}
