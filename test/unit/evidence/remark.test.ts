import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../layers/evidence/src/text/document.ts'
import { ROOT } from '../../support/source-files.ts'

interface Node {
  readonly type: string
  readonly url?: string
  readonly alt?: string | null
  readonly depth?: number
  readonly identifier?: string
  readonly children?: readonly Node[]
  readonly position?: { readonly start: { readonly offset: number }; readonly end: { readonly offset: number } }
}

const processor = unified().use(remarkParse).use(remarkGfm)

const flatten = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(flatten)]

/** Links, images, headings, code and footnotes of remark and of the parser: kind, position, and target. */
const markupByRemark = (body: string): readonly string[] => {
  const nodes = flatten(processor.parse(body) as Node)
  const targetOf = (name: string | undefined) =>
    nodes.find(({ type, identifier }) => type === 'definition' && identifier === name)?.url
  return nodes.flatMap(({ type, url, alt, depth, identifier, position }) => {
    const at = position?.start.offset
    if (type === 'linkReference') return [`link ${at} ${targetOf(identifier)}`]
    if (type === 'link') return [`link ${at} ${url}`]
    if (type === 'image') return [`image ${at} ${url} ${alt}`]
    if (type === 'heading') return [`heading ${depth}`]
    if (type === 'inlineCode') return [`code ${at}`]
    return type === 'footnoteReference' ? [`note ${at} ${identifier}`] : []
  })
}

const markupByParser = (body: string): readonly string[] => {
  const { links, blocks, codes } = readDocument(body)
  const kinds = { link: 'link', image: 'image', note: 'note' } as const
  return [
    ...links.flatMap(({ kind, start, href, text }) => {
      if (kind === 'number') return []
      return [`${kinds[kind]} ${start} ${href}${kind === 'image' ? ` ${text}` : ''}`]
    }),
    ...blocks.flatMap(({ kind, level }) => (kind === 'heading' ? [`heading ${level}`] : [])),
    ...codes
      .filter(({ start }) => body[start] === '`' && !body.startsWith('```', start))
      .map(({ start }) => `code ${start}`),
  ]
}

const PAGES = globSync('{README.md,CONTRIBUTING.md,docs/**/*.md,layers/*/README.md}', { cwd: ROOT }).toSorted()

describe('Markdown body', () => {
  it('has the same links, images, headings, inline code and footnotes as in remark, on every page of the project', () => {
    expect(PAGES.length).toBeGreaterThan(60)
    for (const page of PAGES) {
      const body = readFileSync(join(ROOT, page), 'utf8')
      expect([page, markupByParser(body).toSorted()]).toEqual([page, markupByRemark(body).toSorted()])
    }
  })

  it.each([
    ['a link named elsewhere', 'See [the paper][p] and [p].\n\n[p]: https://a.example/x "Title"'],
    ['a footnote', 'It rose.[^1]\n\n[^1]: https://a.example/y'],
    ['an address alone', 'At https://a.example/z, and <https://b.example>.'],
    ['a title', 'A [link](https://a.example "of ours") and ![An image of it](a.png "Title").'],
    ['code that looks like a link', 'As `[a](b)` and ``a ` b``.'],
    ['an escaped bracket', 'Not \\[a](b), but [a](https://b.example).'],
    ['parentheses in a target', '[a](https://a.example/b_(c)) and more.'],
    ['an underlined heading', 'Title\n=====\n\nPart\n----\n\nText'],
    ['a heading with closing signs', '## Part ##\n\nText'],
    ['code in a fence', '```md\n[a](https://b.example)\n# no heading\n```\n\n[c](https://d.example)'],
    ['an image in a link', '[![Small picture](a.png)](https://b.example)'],
  ])('reads %s as remark does', (_, body) => {
    expect(markupByParser(body).toSorted()).toEqual(markupByRemark(body).toSorted())
  })
})
