import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bounded, boundedText, OUTPUT_BYTES } from '../../../lambdas/gateway/tools/bounded.ts'

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const card = fc.record({
  id: fc.string({ maxLength: 64 }),
  why: fc.string({ unit: 'grapheme', minLength: 200, maxLength: 2_000 }),
  advice: fc.array(fc.record({ do: fc.string({ maxLength: 300 }) }), { maxLength: 4 }),
})

const reading = fc.record({
  hash: fc.constant('f'.repeat(64)),
  output: fc.string({ unit: 'grapheme', maxLength: 60_000 }),
  cards: fc.array(card, { maxLength: 120 }),
  facts: fc.dictionary(fc.string({ maxLength: 40 }), fc.string({ maxLength: 2_000 }), { maxKeys: 90 }),
})

describe('an output', () => {
  it('has at most 64 KiB, keeps what is short, and says what it leaves out', () => {
    fc.assert(
      fc.property(reading, (output) => {
        const kept = bounded(output)
        expect(bytes(kept)).toBeLessThanOrEqual(OUTPUT_BYTES)
        expect(kept.hash).toBe(output.hash)
        expect(output.cards.slice(0, kept.cards.length).map(({ id }) => id)).toEqual(kept.cards.map(({ id }) => id))
        const isWhole = bytes(kept) === bytes(output)
        expect(kept.left_out === undefined).toBe(isWhole)
      }),
      { numRuns: 60 },
    )
  })

  it('that fits is the same', () => {
    const output = { cards: [{ id: 'a' }], hash: 'x' }
    expect(bounded(output)).toBe(output)
  })

  it('counts the members of a list that it leaves out', () => {
    const cards = Array.from({ length: 100 }, (_, id) => ({ id, why: 'x'.repeat(1_000) }))
    const kept = bounded({ cards })
    expect(kept.left_out).toEqual({ cards: 100 - kept.cards.length })
  })

  it('is cut in its words between characters', () => {
    const text = boundedText('ä😀'.repeat(20_000))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(32 * 1024)
    expect(text).not.toContain('\uFFFD')
    expect(boundedText('short')).toBe('short')
  })
})
