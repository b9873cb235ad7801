import { createHash } from 'node:crypto'
import { bm25, bm25Index, STOP_WORDS, stemOf, stemsOf, wordsOf } from '@signet/readings'
import { describe, expect, it } from 'vitest'

describe('stems', () => {
  it.each([
    ['cases', 'cas'],
    ['case', 'cas'],
    ['queries', 'query'],
    ['ties', 'tie'],
    ['class', 'class'],
    ['status', 'status'],
    ['axis', 'axis'],
    ['keys', 'key'],
    ['api', 'api'],
    ['use', 'use'],
    ['s3', 's3'],
  ])('%s has the stem %s', (word, stem) => {
    expect(stemOf(word)).toBe(stem)
  })

  it('stop words are removed before stemming, and other letters separate words', () => {
    expect(wordsOf('The Ｑueue of a user’s DÉBIT, who owes')).toEqual(['queue', 'user', 's', 'd', 'bit', 'owes'])
  })

  it('stop words are pinned by a digest', () => {
    const digest = createHash('sha256')
      .update([...STOP_WORDS].join(' '))
      .digest('hex')
    expect([STOP_WORDS.size, digest.slice(0, 16)]).toMatchInlineSnapshot(`
      [
        73,
        "086a09b5a5790f17",
      ]
    `)
  })
})

describe('BM25', () => {
  const index = bm25Index([
    { id: 'queue', terms: stemsOf('a queue of messages that a queue consumer reads') },
    { id: 'cron', terms: stemsOf('a nightly job') },
    { id: 'twin', terms: stemsOf('a nightly job') },
  ])

  it('documents are ranked by the formula, rounded to three decimals, with ties by id', () => {
    const scores = bm25(index, stemsOf('nightly queues'))
    expect(scores.map(({ id }) => id)).toEqual(['queue', 'cron', 'twin'])
    const idf = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    const length = 5
    const average = 3
    const score = (idf * 2 * 2.2) / (2 + 1.2 * (1 - 0.75 + (0.75 * length) / average))
    expect(scores[0]?.score).toBe(Math.round(score * 1_000) / 1_000)
  })

  it('words that no document contains find nothing, and each query word counts once', () => {
    expect(bm25(index, ['nowhere'])).toEqual([])
    expect(bm25(index, ['queu', 'queu'])).toEqual(bm25(index, ['queu']))
    expect(bm25(bm25Index([]), ['queu'])).toEqual([])
  })
})
