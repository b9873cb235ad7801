import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import { fuseByRank } from '../../../layers/search/src/index/rank-fusion.ts'
import { BestOf } from '../../../layers/search/src/index/segments/best-of.ts'
import { editDistance } from '../../../layers/search/src/index/segments/near-term.ts'
import { packSections, unpackSections } from '../../../layers/search/src/index/segments/segment-file.ts'
import { varintsOf, writeVarints } from '../../../layers/search/src/index/segments/varint.ts'
import {
  agreements,
  cosineAt,
  normsOf,
  packedVectors,
  quantized,
  signsOf,
  unpackedVectors,
} from '../../../layers/search/src/index/segments/vectors.ts'
import { termPositions, termsOf } from '../../../layers/search/src/index/terms-of.ts'

describe('search terms', () => {
  it.each([
    ['Feeding the Starters', ['feed', 'starter']],
    ['Café Größe', ['cafe', 'große']],
    ['東京都の天気', ['東京', '京都', '都の', 'の天', '天気']],
    ['the of and', []],
    [`key ${'a'.repeat(60)}`, ['kei']],
    ['GPT-4 in 2026', ['gpt', '4', '2026']],
  ])('split %j into %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it('have the positions of their words', () => {
    const text = 'A running dog, 東京都!'
    expect(termPositions(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'running',
      'dog',
      '東京',
      '京都',
    ])
  })
})

describe('parts of a segment', () => {
  it('contain the numbers that were written', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 0xffffffff })), (numbers) => {
        expect([...varintsOf(writeVarints(numbers))]).toEqual(numbers)
      }),
    )
  })

  it('keep vectors with a precision that preserves the ranking', async () => {
    const texts = ['a sourdough starter of rye flour', 'mooring a boat with a cleat hitch', 'tax forms for the year']
    const signal = AbortSignal.timeout(1_000)
    const vectors = await offlineEmbedding.embed(texts, 'document', signal)
    const [query] = await offlineEmbedding.embed(['rye sourdough'], 'query', signal)
    const unpacked = unpackedVectors(packedVectors(quantized(vectors, 256)))
    const norms = normsOf(unpacked, 256)
    const exact = vectors.map((vector) => vector.reduce((sum, value, i) => sum + value * query![i]!, 0))
    const approximate = exact.map((_, i) => cosineAt(unpacked, norms, i, query!))
    approximate.forEach((cosine, i) => {
      expect(Math.abs(cosine - exact[i]!)).toBeLessThan(0.06)
    })
    const agreementCounts = agreements(signsOf(unpacked, 256), signsOf(unpacked.subarray(0, 256), 256), 256)
    expect(agreementCounts[0]).toBe(256)
    expect(agreementCounts[1]).toBeLessThan(230)
  })

  it('throw for bytes that are truncated or not a segment', () => {
    const empty = new Uint8Array()
    const sections = Object.fromEntries(
      [
        'meta',
        'terms',
        'termLengths',
        'postingLengths',
        'postings',
        'counts',
        'lengths',
        'flags',
        'seconds',
        'vectors',
        'blockLengths',
      ].map((name) => [name, empty]),
    ) as unknown as Parameters<typeof packSections>[0]
    const file = packSections({ ...sections, postings: Uint8Array.of(1, 2, 3) })
    expect([...unpackSections(file).postings]).toEqual([1, 2, 3])
    expect(() => unpackSections(Uint8Array.from({ length: 100 }))).toThrow('not an index segment')
    expect(() => unpackSections(file.subarray(0, file.length - 4))).toThrow('truncated')
  })

  it('select the same best entries as sorting', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: 0, max: 12 }), (scores, limit) => {
        const best = new BestOf(limit)
        scores.forEach((score, id) => {
          best.add(id, score)
        })
        const sorted = scores.map((score, id) => ({ score, id })).sort((a, b) => b.score - a.score || a.id - b.id)
        expect(best.ids()).toEqual(sorted.slice(0, limit).map(({ id }) => id))
      }),
    )
  })

  it('fuse lists by rank', () => {
    expect(fuseByRank({ items: ['a', 'b', 'c'], weight: 2 }, { items: ['c', 'd'], weight: 1 })).toEqual([
      'c',
      'a',
      'b',
      'd',
    ])
  })

  it.each([
    ['starter', 'statrer', 1],
    ['receiv', 'reciev', 1],
    ['boat', 'boats', 1],
    ['boat', 'coat', 1],
    ['kitten', 'sitting', 3],
  ])('measure %s and %s as %i letters apart', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance)
  })
})
