import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { windowsOf } from '../../../layers/search/src/conversations/windows-of.ts'
import { cutText } from '../../../layers/search/src/index/windows/cut-text.ts'
import { talk } from '../../support/archive-talk.ts'

const words = (count: number, word = 'word') => Array.from({ length: count }, (_, i) => `${word}${i}`).join(' ')

describe('windows of a conversation', () => {
  it('contain six short messages, and begin with the end of the previous one', () => {
    const windows = windowsOf('c', talk({ id: 'c', said: Array.from({ length: 9 }, (_, i) => `message ${i}`) }))
    expect(windows.map(({ messageIds }) => messageIds.length)).toEqual([6, 5])
    expect(windows[1]?.messageIds[0]).toBe('c-m4')
  })

  it('do not exceed the input limit of a model for any text', () => {
    const said = fc.array(fc.string({ unit: 'grapheme', maxLength: 6_000 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(said, (texts) => {
        for (const { text } of windowsOf('c', talk({ id: 'c', said: texts }))) {
          expect(text.length).toBeLessThanOrEqual(2_048)
          expect(text.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('contain every word of every message', () => {
    const longText = words(900)
    const texts = windowsOf('c', talk({ id: 'c', said: ['short', longText] })).map(({ text }) => text)
    const indexedWords = new Set(texts.join(' ').split(/\s+/))
    expect(longText.split(' ').filter((word) => !indexedWords.has(word))).toEqual([])
  })

  it('separate attachments and other branches, and exclude hidden messages and reasoning', () => {
    const conversation = talk({
      id: 'c',
      said: [
        {
          text: 'question',
          parts: [
            { kind: 'text', text: 'question' },
            { kind: 'attachment', name: 'plan.pdf', text: 'page one' },
          ],
        },
        { text: 'first', after: 0 },
        {
          text: '',
          after: 0,
          role: 'assistant',
          parts: [
            { kind: 'reasoning', text: 'thoughts' },
            { kind: 'text', text: 'second' },
          ],
        },
        { text: 'secret', after: 2, isHidden: true },
      ],
    })
    const windows = windowsOf('c', conversation)
    expect(windows.map(({ branch, kind }) => [branch, kind])).toEqual([
      ['active', 'messages'],
      ['other', 'messages'],
      ['active', 'attachment'],
    ])
    const windowTexts = windows.map(({ text }) => text).join('\n')
    expect(windowTexts).toContain('plan.pdf: page one')
    expect(windowTexts).not.toMatch(/thoughts|secret/)
  })

  it('have deterministic, unique keys', () => {
    const conversation = talk({ id: 'c', said: [words(300), words(900)] })
    expect(windowsOf('c', conversation)).toEqual(windowsOf('c', conversation))
    expect(new Set(windowsOf('c', conversation).map(({ windowKey }) => windowKey)).size).toBe(
      windowsOf('c', conversation).length,
    )
  })
})

describe('a split text', () => {
  it('breaks after paragraphs if possible', () => {
    const paragraph = words(60)
    const pieces = cutText([paragraph, paragraph, paragraph].join('\n\n'), 1_000)
    expect(pieces[0]).toBe([paragraph, paragraph].join('\n\n'))
  })

  it('repeats a tenth, so that no text is lost at a cut', () => {
    const [first = '', second = ''] = cutText(words(400), 1_000)
    const overlap = second.slice(0, 40)
    expect(first).toContain(overlap)
  })
})
