import { proseSource } from '@signet/readings/inventions'
import { interpretIntention, PATTERN_IDS, scaffold } from '@signet/scaffolds'
import { describe, expect, it } from 'vitest'
import { editedByRules } from '../../../lambdas/flows/oracle/edit-by-rules.ts'
import { passagesOf, skeletonOf, withPassages } from '../../../lambdas/flows/oracle/passages.ts'
import { isProse } from '../../../lambdas/flows/oracle/polish.ts'
import { brokenRule, rewordPassages } from '../../../lambdas/flows/oracle/prose-guard.ts'

const DOCUMENT = `---
status: proposed by the whole team
---

# A heading of four words

A paragraph of one line that says something.

Two lines that belong together,
of which neither is taken alone.

> The words of somebody else stand here.

| Case | What it is about |
|---|---|
| TC-1 | a row of a table |

- An item that says something
- Mitigation: a mitigation that says something
1. A numbered item that says something
- Too short
  - A nested item that says something

\`\`\`sh
echo a line of code in a fence
\`\`\`

    a line of code that is indented

Setext heading of some words
============================

[reference]: https://signet.example/of/some words
<p>A paragraph of HTML and words</p>
A line that ends with blanks in it 
`

describe('prose of a document', () => {
  it('consists of one-line paragraphs and list items, without markers and labels', () => {
    expect(passagesOf(DOCUMENT).map(({ text, kind }) => [kind, text])).toEqual([
      ['paragraph', 'A paragraph of one line that says something.'],
      ['item', 'An item that says something'],
      ['labeled', 'a mitigation that says something'],
      ['item', 'A numbered item that says something'],
      ['item', 'A nested item that says something'],
    ])
  })

  it('returns to its position', () => {
    const passages = passagesOf(DOCUMENT)
    expect(withPassages(DOCUMENT, passages, new Map())).toBe(DOCUMENT)
    for (const { start, text } of passages) expect(DOCUMENT.slice(start, start + text.length)).toBe(text)
    const other = withPassages(DOCUMENT, passages, new Map([[1, 'Another item that says something']]))
    expect(other).toBe(DOCUMENT.replace('- An item', '- Another item'))
    expect(skeletonOf(other)).toBe(skeletonOf(DOCUMENT))
  })

  it('excludes unclosed code and unclosed front matter', () => {
    expect(passagesOf('```\nA line of code without an end')).toEqual([])
    expect(passagesOf('---\nA line of a head without an end\n\nAnd a paragraph of some words')).toEqual([])
  })
})

const ORIGINAL =
  'Bodies of 65,536 bytes and more are refused by `readBody` with 413 (TC-3, T-8), and "too large" is never told to AWS.'
const source = () => proseSource(ORIGINAL)

describe('replacement of a passage', () => {
  it.each([
    'Bodies of 65,536 bytes and more: `readBody` refuses them with 413 (TC-3, T-8), and never tells "too large" to AWS.',
    '`readBody` refuses bodies of 65,536 bytes and more with 413 (T-8, TC-3), and AWS is never told "too large".',
  ])('accepts other words with the same meaning: %s', (after) => {
    expect(brokenRule(ORIGINAL, after, source)).toBeUndefined()
  })

  it.each([
    ['not a line', ORIGINAL.replace(', and', '\n\nand')],
    ['not a line', `${ORIGINAL} `],
    ['not a line', ''],
    ['not a line', ORIGINAL.replace('told', 'to\u200bld')],
    ['not a line', ORIGINAL.replace('told', 'to\u202eld')],
    ['length', 'Never.'],
    ['length', `${ORIGINAL} ${'and so on '.repeat(20)}`.trim()],
    ['id or number', ORIGINAL.replace('65,536', '65,537')],
    ['id or number', ORIGINAL.replace('TC-3', 'TC-4')],
    ['id or number', ORIGINAL.replace(' (TC-3, T-8)', '')],
    ['id or number', ORIGINAL.replace('413', '413 or 500')],
    ['foreign letter', ORIGINAL.replace('413', '٤١٣')],
    ['foreign letter', ORIGINAL.replaceAll('a', '\u0430')],
    ['code', ORIGINAL.replace('`readBody`', 'readBody')],
    ['code', ORIGINAL.replace('`readBody`', '`readbody`')],
    ['quotation', ORIGINAL.replace('"too large"', '"too small"')],
    ['address', `${ORIGINAL} See https://evil.example`],
    ['address', ORIGINAL.replace('readBody', 'readBody').replace('AWS', '[AWS](x)')],
    ['abbreviation', ORIGINAL.replace('AWS', 'the cloud')],
    ['abbreviation', ORIGINAL.replace('AWS', 'AWS and GCP')],
    ['markup', ORIGINAL.replace('never', '*never*')],
    ['markup', ORIGINAL.replace('never', 'never <b>')],
    ['markup', `| ${ORIGINAL}`],
    ['word that changes the meaning', ORIGINAL.replace('never ', '')],
    ['word that changes the meaning', ORIGINAL.replace('are refused', 'may be refused')],
    ['word that changes the meaning', ORIGINAL.replace('are refused', "aren't refused")],
    ['invention', ORIGINAL.replace('told to', 'told to Stripe by')],
    ['invention', ORIGINAL.replace('Bodies', 'Twenty bodies')],
  ])('rejects a change of more than prose (%s): %s', (rule, after) => {
    expect(brokenRule(ORIGINAL, after, source)).toBe(rule)
  })

  it('leaves the document unchanged if one text is rejected or has no passage', () => {
    const good = new Map([[0, 'A paragraph of one line, which says something.']])
    expect(rewordPassages(DOCUMENT, good, '')).toEqual({
      content: DOCUMENT.replace('line that says', 'line, which says'),
      passages: 1,
    })
    expect(rewordPassages(DOCUMENT, new Map([...good, [1, 'Twelve items']]), '')).toHaveProperty('rule')
    expect(rewordPassages(DOCUMENT, new Map([...good, [99, 'Of no passage at all']]), '')).toHaveProperty('rule')
  })

  it.each([
    '# A paragraph of one line that says something.',
    '- A paragraph of one line that says something.',
    '1. A paragraph of one line that says something.',
    'Mitigation: a paragraph of one line that says something.',
    '---',
  ])('rejects a text that becomes another part of the document: %s', (text) => {
    expect(rewordPassages(DOCUMENT, new Map([[0, text]]), '')).toHaveProperty('rule')
  })
})

describe('rule-based editing', () => {
  it.each([
    ['In order to answer, it is able to utilize a index', 'To answer, it can use an index.'],
    ['The the answer is of a user', 'The the answer is of a user.'],
    ['It is is of an hour and a unit, a one and a once', 'It is of an hour and a unit, a one and a once.'],
    ['`in order to` and "in order to" stand as they are', '`in order to` and "in order to" stand as they are.'],
    ['Prior to this  it ends:', 'Before this it ends:'],
  ])('%s', (before, after) => {
    expect(editedByRules({ text: before, kind: 'paragraph' })).toBe(after)
  })

  it('adds no period to a list item, which is often not a sentence', () => {
    expect(editedByRules({ text: 'An item of a list', kind: 'item' })).toBe('An item of a list')
  })

  it('changes only prose in every document of every pattern, and nothing the second time', () => {
    const intention = 'Receive Stripe webhooks in order to mark a invoice as paid, with retries and an audit log'
    for (const pattern of PATTERN_IDS) {
      const { traits, entities } = interpretIntention({ intention, pattern })
      const { files } = scaffold({ intention, pattern, traits, entities, seed: 1, target: 'both' })
      for (const { path, content } of files.filter(isProse)) {
        const texts = (markdown: string) =>
          new Map(passagesOf(markdown).map((passage, number) => [number, editedByRules(passage)]))
        const firstEdit = rewordPassages(content, texts(content), intention)
        if ('rule' in firstEdit) throw new Error(`${pattern} ${path}: ${firstEdit.rule}`)
        expect([path, rewordPassages(firstEdit.content, texts(firstEdit.content), intention)]).toEqual([
          ...[path, { content: firstEdit.content, passages: 0 }],
        ])
      }
    }
  })
})
