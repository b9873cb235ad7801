import { describe, expect, it } from 'vitest'
import type { Citation } from '../../../console/api/archive.ts'
import { readAnswerEvents } from '../../../console/archive/answer-events.ts'
import { historyOf, newExchange, piecesOf, sourceDateWarning, withEvent } from '../../../console/archive/exchange.ts'
import { findQuote } from '../../../console/archive/quote-parts.ts'

const citation = (answerEnd: number, createdAt: string | null = '2026-04-11T08:00:00.000Z'): Citation => ({
  id: `c${answerEnd}`,
  conversationId: 'c',
  title: 'Who sails',
  messageIds: ['m'],
  createdAt,
  quote: 'q',
  answerStart: 0,
  answerEnd,
  score: 1,
  branch: 'active',
  byteRange: { uploadId: 'u', file: 0, start: 0, end: 1 },
})

describe('piecesOf', () => {
  const text = 'A ketch sails. It has two masts.'

  it('places each number after the text that it supports', () => {
    expect(piecesOf({ text, citations: [citation(14), citation(32)] })).toEqual([
      { text: 'A ketch sails.', numbers: [1] },
      { text: ' It has two masts.', numbers: [2] },
    ])
  })

  it('places two numbers at one position, and none in an answer without sources', () => {
    expect(piecesOf({ text, citations: [citation(14), citation(14)] })[0]?.numbers).toEqual([1, 2])
    expect(piecesOf({ text, citations: [] })).toEqual([{ text, numbers: [] }])
  })

  it('preserves the whole text for any citation ends', () => {
    const citations = [citation(0), citation(5), citation(500)]
    expect(
      piecesOf({ text, citations })
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})

describe('sourceDateWarning', () => {
  it('names the dates of sources more than a day apart', () => {
    expect(sourceDateWarning([citation(1), citation(2)])).toBeUndefined()
    expect(sourceDateWarning([citation(1, null)])).toBeUndefined()
    expect(sourceDateWarning([citation(1), citation(2, '2026-06-19T08:00:00.000Z')])).toMatch(
      /Apr 11, 2026 to Jun 19, 2026/,
    )
  })
})

describe('withEvent', () => {
  it('appends claims one by one, and ends with an error', () => {
    const afterFirstClaim = withEvent(newExchange('Who?'), {
      event: 'claim',
      data: { text: 'Lind.', citations: [citation(5)] },
    })
    const afterSecondClaim = withEvent(afterFirstClaim, { event: 'claim', data: { text: 'And Marta.', citations: [] } })
    expect([afterSecondClaim.text, afterSecondClaim.isDone]).toEqual(['Lind. And Marta.', false])
    expect(withEvent(afterSecondClaim, { event: 'error', data: { error: 'It broke' } })).toMatchObject({
      problem: 'It broke',
      isDone: true,
    })
    expect(historyOf([afterSecondClaim, newExchange('And?')])).toEqual([
      { role: 'user', content: 'Who?' },
      { role: 'assistant', content: 'Lind. And Marta.' },
    ])
  })

  it('parses a stream of events at any chunk boundary', async () => {
    const text = 'event: claim\ndata: {"text":"é","citations":[]}\n\nevent: error\ndata: {"error":"e"}\n\n'
    const bytes = new TextEncoder().encode(text)
    for (const splitAt of [1, 7, 34, 60]) {
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(bytes.slice(0, splitAt))
          controller.enqueue(bytes.slice(splitAt))
          controller.close()
        },
      })
      const events: string[] = []
      for await (const { event } of readAnswerEvents(new Response(stream))) events.push(event)
      expect(events).toEqual(['claim', 'error'])
    }
  })
})

describe('findQuote', () => {
  it('finds a quote regardless of whitespace, and returns undefined for missing ones', () => {
    expect(findQuote('He said:\n  two   masts (aft).', 'two masts (aft)')).toEqual([
      'He said:\n  ',
      'two   masts (aft)',
      '.',
    ])
    expect(findQuote('one mast', 'two masts')).toBeUndefined()
    expect(findQuote('anything', '  ')).toBeUndefined()
  })
})
