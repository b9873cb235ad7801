import { type Comment, parseSync } from 'oxc-parser'
import type { SourceFile } from '../support/source-files.ts'

/** The kinds of prose in the repository. A `text` is a string of a program: a description, an error, a label, a mail. */
export type TextKind = 'comment' | 'title' | 'text' | 'paragraph' | 'heading' | 'subject'

/** A piece of prose and its position. `text` is one line without markup of comments. */
export interface Prose {
  readonly path: string
  readonly line: number
  readonly kind: TextKind
  readonly text: string
}

const DIRECTIVE = /biome-ignore|@ts-|@vitest|^#|^\/ <reference|^ ?#?(?:region|endregion)\b/
/** Returns the line of an offset, from 1, for many offsets of one text. */
export const linesOf = (text: string): ((offset: number) => number) => {
  const starts = [0]
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** Parses a source file. A first line with the name of an interpreter is read as empty. */
const parseSource = ({ path, text }: SourceFile) =>
  parseSync(
    path,
    text.replace(/^#!.*/, (line) => ' '.repeat(line.length)),
  )

/** Removes the marks of a comment and joins its lines; paragraphs and tags stay apart by a line break. */
const commentText = (value: string): string =>
  value
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .join('\n')
    .replace(/\n(?=@)/g, '\n\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '' && paragraph !== '*')
    .map((paragraph) => paragraph.replace(/^\* ?/, ''))
    .join('\n')

/** Joins consecutive line comments. */
const joinLineComments = (
  comments: readonly Comment[],
  text: string,
): { readonly start: number; readonly value: string }[] => {
  const result: { start: number; end: number; value: string; isLine: boolean }[] = []
  for (const { type, value, start, end } of comments) {
    const last = result.at(-1)
    const isLine = type === 'Line'
    const follows = last !== undefined && isLine && last.isLine && /^\s*\n?\s*$/.test(text.slice(last.end, start))
    if (last && follows) {
      last.value += `\n${value}`
      last.end = end
    } else result.push({ start, end, value, isLine })
  }
  return result
}

/** Returns the comments of a source file, in order, without directives of tools and without commented markup. */
export const commentsOf = (file: SourceFile): Prose[] => {
  const lineOf = linesOf(file.text)
  return joinLineComments(parseSource(file).comments, file.text)
    .filter(({ value }) => !DIRECTIVE.test(value.trim()) && /[a-z]{2}/i.test(value))
    .map(({ start, value }) => ({ path: file.path, line: lineOf(start), kind: 'comment', text: commentText(value) }))
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** Members and attributes whose text is read by people, also when it is a single word. */
const LABELS = /^(?:label|title|summary|description|heading|message|detail|hint|help|placeholder|text|aria-label)$/
const CODE_ATTRIBUTES = /^(?:class|className|d|viewBox|style|id|type|path|href|src)$/

const hasWords = (text: string): boolean => /[A-Za-z]{2,}[,.;:]? [a-zA-Z(]/.test(text)

const isText = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string')

const nameOfKey = (parent: SyntaxNode | undefined): string => {
  const key = (parent?.key ?? parent?.name) as { name?: string; value?: string } | undefined
  return key?.name ?? key?.value ?? ''
}

/** Returns the text of a literal or of JSX that people may read; undefined for code. */
const readText = (node: SyntaxNode, parent: SyntaxNode | undefined, source: string): string | undefined => {
  if (node.type === 'JSXText') return source.slice(node.start, node.end).trim() || undefined
  if (!isText(node)) return undefined
  if (!parent || /^(?:Import|Export|TSLiteralType)/.test(parent.type)) return undefined
  const text = source.slice(node.start + 1, node.end - 1).replace(/\\(['"`])/g, '$1')
  const name = parent.type === 'Property' || parent.type === 'JSXAttribute' ? nameOfKey(parent) : ''
  if (parent.type === 'JSXAttribute' && CODE_ATTRIBUTES.test(name)) return undefined
  return hasWords(text) || (LABELS.test(name) && /[a-z]{2}/i.test(text)) ? text : undefined
}

/** Calls `visit` with each node of a syntax tree and its parent, parents first. */
const walk = (
  value: unknown,
  parent: SyntaxNode | undefined,
  visit: (node: SyntaxNode, parent?: SyntaxNode) => void,
) => {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const member of value) walk(member, parent, visit)
    return
  }
  const node = value as SyntaxNode
  const isNode = typeof node.type === 'string' && typeof node.start === 'number'
  if (isNode) visit(node, parent)
  for (const name in node) walk(node[name], isNode ? node : parent, visit)
}

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe'])

/** Checks that a called expression is `it`, `test.each(…)` or the like. */
const isTestFunction = (callee: unknown): boolean => {
  const node = callee as SyntaxNode | undefined
  if (node?.type === 'Identifier') return TEST_FUNCTIONS.has(String(node.name)) || /^it[A-Z]/.test(String(node.name))
  if (node?.type === 'MemberExpression') return isTestFunction(node.object)
  return node?.type === 'CallExpression' && isTestFunction(node.callee)
}

/** Returns the titles of the tests and groups of a test file. */
export const titlesOf = (file: SourceFile): Prose[] => {
  const lineOf = linesOf(file.text)
  const found: Prose[] = []
  walk(parseSource(file).program, undefined, (node) => {
    if (node.type !== 'CallExpression' || !isTestFunction(node.callee)) return
    const [title] = node.arguments as SyntaxNode[]
    if (!title || !isText(title)) return
    const text = file.text.slice(title.start + 1, title.end - 1).replace(/\\(.)/g, '$1')
    found.push({ path: file.path, line: lineOf(title.start), kind: 'title', text })
  })
  return found
}

/** Returns the strings of a source file that are prose: two words or more, or the value of a label. */
export const stringsOf = (file: SourceFile): Prose[] => {
  const lineOf = linesOf(file.text)
  const found: Prose[] = []
  walk(parseSource(file).program, undefined, (node, parent) => {
    const text = readText(node, parent, file.text)
    if (text === undefined) return
    found.push({ path: file.path, line: lineOf(node.start), kind: 'text', text: text.replace(/\s+/g, ' ') })
  })
  return found
}
