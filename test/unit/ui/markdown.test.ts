import { describe, expect, it, test } from 'vitest'
import { blocksOf, piecesOf } from '../../../layers/ui/src/markdown-blocks.ts'

describe('blocksOf', () => {
  test('parses headings, paragraphs, lists, tables, quotations and code', () => {
    const text = [
      ...[
        '---',
        'status: proposed',
        '---',
        '# Answer *first* #',
        '',
        'Senders wait',
        'a few seconds.',
        '',
        '- [ ] one',
      ],
      ...[
        '- [x] two',
        '  and more',
        '',
        '1. first',
        '2. second',
        '',
        '| Id | Text |',
        '|---|:--|',
        '| T-1 | a \\| b |',
      ],
      ...['', '> said', '> twice', '', '```bash', 'npm install', '', '# no heading', '```', '---', 'The end'],
    ].join('\n')
    expect(blocksOf(text)).toEqual([
      { kind: 'heading', level: 1, text: 'Answer *first*' },
      { kind: 'paragraph', text: 'Senders wait a few seconds.' },
      {
        kind: 'list',
        isOrdered: false,
        items: [
          { text: 'one', isDone: false },
          { text: 'two and more', isDone: true },
        ],
      },
      { kind: 'list', isOrdered: true, items: [{ text: 'first' }, { text: 'second' }] },
      { kind: 'table', titles: ['Id', 'Text'], rows: [['T-1', 'a | b']] },
      { kind: 'quote', text: 'said twice' },
      { kind: 'code', language: 'bash', text: 'npm install\n\n# no heading' },
      { kind: 'paragraph', text: 'The end' },
    ])
  })

  test('starts each block type after a paragraph without a blank line', () => {
    expect(blocksOf('text\n- item\nmore\n## Head').map(({ kind }) => kind)).toEqual([
      ...['paragraph', 'list', 'paragraph', 'heading'],
    ])
  })

  it.each(['```\nnever closed', '---\nno head', '| a |', '', '\n\n', '- ', '>'])('terminates for %j', (text) => {
    expect(blocksOf(text).length).toBeLessThanOrEqual(2)
  })

  test('keeps HTML as text', () => {
    expect(blocksOf('<script>alert(1)</script>')).toEqual([{ kind: 'paragraph', text: '<script>alert(1)</script>' }])
  })
})

describe('inline parts', () => {
  test('treat escaped marks as text, except in code', () => {
    expect(piecesOf('200 \\{ok\\} `\\{`')).toEqual([
      { kind: 'text', text: '200 {ok} ' },
      { kind: 'code', text: '\\{' },
    ])
  })

  test('parse code, emphasis, links and text', () => {
    expect(piecesOf('Run `npm **x**` **now**, see [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110).')).toEqual([
      { kind: 'text', text: 'Run ' },
      { kind: 'code', text: 'npm **x**' },
      { kind: 'text', text: ' ' },
      { kind: 'strong', text: 'now' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'RFC 9110', href: 'https://www.rfc-editor.org/rfc/rfc9110' },
      { kind: 'text', text: '.' },
    ])
  })

  it.each(['javascript:void', 'http://example.com', 'docs/adr.md', 'data:text/html,x'])(
    'the URL %s is not a link',
    (url) => {
      expect(piecesOf(`[a](${url})`)).toEqual([{ kind: 'text', text: 'a' }])
    },
  )
})
