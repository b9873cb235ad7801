import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OUTPUT_BYTES, shortenOutput, shortenText } from '../../../lambdas/agent-gateway/tools/shorten-output.ts'
import { gatewayWorld } from './gateway-world.ts'

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

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

describe('tool output', () => {
  it('stays within 64 KiB, keeps short members, and reports what was removed', () => {
    fc.assert(
      fc.property(reading, (output) => {
        const shortened = shortenOutput(output)
        expect(bytesOf(shortened)).toBeLessThanOrEqual(OUTPUT_BYTES)
        expect(shortened.hash).toBe(output.hash)
        expect(output.cards.slice(0, shortened.cards.length).map(({ id }) => id)).toEqual(
          shortened.cards.map(({ id }) => id),
        )
        const isUnchanged = bytesOf(shortened) === bytesOf(output)
        expect(shortened.left_out === undefined).toBe(isUnchanged)
      }),
      { numRuns: 60 },
    )
  })

  it('stays within 64 KiB together with its text, whatever both contain', () => {
    const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60_000 }), fc.constant('"\n\u0001'.repeat(12_000)))
    fc.assert(
      fc.property(reading, texts, (output, words) => {
        const text = shortenText(words)
        expect(bytesOf(shortenOutput(output, text)) + bytesOf(text)).toBeLessThanOrEqual(OUTPUT_BYTES)
      }),
      { numRuns: 40 },
    )
  })

  it('stays unchanged if it fits', () => {
    const output = { cards: [{ id: 'a' }], hash: 'x' }
    expect(shortenOutput(output)).toBe(output)
  })

  it('reports the number of removed list members', () => {
    const cards = Array.from({ length: 100 }, (_, id) => ({ id, why: 'x'.repeat(1_000) }))
    const kept = shortenOutput({ cards })
    expect(kept.left_out).toEqual({ cards: 100 - kept.cards.length })
  })

  it('shortens the text between characters', () => {
    const text = shortenText('ä😀'.repeat(20_000))
    expect(bytesOf(text)).toBeLessThanOrEqual(24 * 1024)
    expect(text).not.toContain('\uFFFD')
    expect(shortenText('short')).toBe('short')
  })
})

it('gateway tools return at most 64 KiB, text included', async () => {
  const match = (nth: number) => ({
    reading: {
      hash: 'f'.repeat(64),
      kind: 'flow',
      spread: 'scaffold-cast',
      intention: `${nth} ${'Payments, '.repeat(190)}`,
      at: '2026-11-26T12:00:00Z',
      seed: 1,
      cards: [],
      questions: 0,
      querent: 'a',
      facts: {},
    },
    why: [],
  })
  const body = {
    matches: Array.from({ length: 100 }, (_, nth) => match(nth)),
    scanned: 100,
    next_cursor: null,
    summary: { by_card: {}, by_fact: {}, contradictions: [] },
  }
  const recall = await gatewayWorld(() => ({ status: 200, body })).call('agent_recall', { limit: 100 })
  if (recall.failure !== undefined) throw new Error(recall.failure.message)
  const { output, text } = recall as unknown as { output: object; text: string }
  expect(bytesOf(output) + bytesOf(text)).toBeLessThanOrEqual(OUTPUT_BYTES)
  expect(text).toContain('0 Payments')
})
