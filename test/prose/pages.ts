import type { Root, RootContent } from 'mdast'
import { toString as plainText } from 'mdast-util-to-string'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { SourceFile } from '../support/source-files.ts'
import type { Prose } from './texts.ts'

const reader = unified().use(remarkParse).use(remarkGfm)

/** Replaces code by one word, so that names in it are not read as prose. */
const withoutCode = (node: RootContent): RootContent => {
  if (node.type === 'inlineCode') return { type: 'text', value: 'code' }
  if (node.type === 'html' || node.type === 'image') return { type: 'text', value: '' }
  if (!('children' in node)) return node
  return { ...node, children: (node.children as RootContent[]).map(withoutCode) } as RootContent
}

const BLOCKS = new Set(['paragraph', 'heading', 'tableCell'])

/** Returns the headings, paragraphs, list items and table cells of a Markdown page, with code spans as the word "code". */
export const pageTexts = ({ path, text }: SourceFile): Prose[] => {
  const texts: Prose[] = []
  const visit = (node: Root | RootContent): void => {
    if (BLOCKS.has(node.type)) {
      const content = plainText(withoutCode(node as RootContent))
        .replace(/\s+/g, ' ')
        .trim()
      const kind = node.type === 'heading' ? 'heading' : 'paragraph'
      if (content !== '') texts.push({ path, line: node.position?.start.line ?? 1, kind, text: content })
      return
    }
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(reader.parse(text))
  return texts
}
