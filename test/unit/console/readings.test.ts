import { describe, expect, it, test } from 'vitest'
import { draftOf, nextVersion, sampleDeckText } from '../../../console/readings/deck-draft.ts'
import { answersOf, factOf, factText, shareDecided, sourceText } from '../../../console/readings/fact-words.ts'
import { faultExcerpt, scriptFaults } from '../../../console/readings/script-faults.ts'
import { deckRefusal } from '../../../lambdas/runtime/decks/deck-faults.ts'

describe('facts', () => {
  it.each([
    [true, 'yes'],
    [false, 'no'],
    [[], 'none'],
    [['pii', 'health'], 'pii, health'],
    [1200.5, '1,200.5'],
    ['webhook', 'webhook'],
  ])('%j is shown as %s', (value, text) => {
    expect(factText(value)).toBe(text)
  })

  it.each([
    ['yes/no', 'yes', true],
    ['yes/no', 'maybe', undefined],
    ['number', ' 12.5 ', 12.5],
    ['number', 'twelve', undefined],
    ['text', '  a club ', 'a club'],
    ['one of', 'public', 'public'],
    ['text', '   ', undefined],
  ])('the input for %s: %s gives %j', (type, typed, value) => {
    expect(factOf({ type }, typed)).toBe(value)
  })

  test('invalid answers in the URL are ignored', () => {
    expect(answersOf('{"public":true}')).toEqual({ public: true })
    for (const invalidText of ['{', '[1]', 'null', '']) expect(answersOf(invalidText)).toEqual({})
  })

  test('a card source is named', () => {
    expect([sourceText('card:no-page-at-night'), sourceText('state'), sourceText(undefined)]).toEqual([
      'from card no-page-at-night',
      'your answer',
      'unknown',
    ])
  })
})

test('the share of a question is relative to all open questions', () => {
  const questions = [60, 30, 10].map((decides, index) => ({ fact: `f${index}`, ask: '?', type: 'text', decides }))
  expect(questions.map((question) => shareDecided(question, questions))).toEqual([60, 30, 10])
  expect(shareDecided({ fact: 'f', ask: '?', type: 'text', decides: 0 }, [])).toBe(0)
})

describe('script errors', () => {
  test('mark the position below the line, preserving tabs', () => {
    const fault = { code: 'unknown_deck', message: 'no deck', line: 2, column: 17, length: 10 }
    expect(faultExcerpt('spread x\n\tdeck threats = stride-cor@1', fault)).toBe(
      '\tdeck threats = stride-cor@1\n\t               ^^^^^^^^^^',
    )
  })

  test('mark the end of a line once, and are empty for other errors', () => {
    expect(faultExcerpt('draw 2', { code: 'syntax', message: '', line: 1, column: 7, length: 5 })).toBe(
      'draw 2\n      ^',
    )
    expect(scriptFaults(new Error('no answer'))).toEqual([])
  })
})

describe('deck editor', () => {
  test('starts with a deck that the runtime accepts', () => {
    expect(deckRefusal(JSON.parse(sampleDeckText()))).toBeUndefined()
  })

  test('continues with the next patch version', () => {
    expect(nextVersion('1.9.9')).toBe('1.9.10')
    const deck = { ...JSON.parse(sampleDeckText()), sha256: 'x', versions: [] }
    const next = JSON.parse(draftOf(deck))
    expect([next.version, next.changes[0].version, 'sha256' in next]).toEqual(['1.0.1', '1.0.1', false])
    expect(deckRefusal(next)).toBeUndefined()
  })
})
