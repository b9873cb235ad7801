import { describe, expect, it, vi } from 'vitest'
import { guardedRemoval, guardedScorer } from '../../../lambdas/sentiment/comprehend/guarded-comprehend.ts'
import type { Scorer, Sentiment } from '../../../lambdas/sentiment/scoring/scorer.ts'
import { spendingOf } from '../../support/spending.ts'

const scorerOf = (name: string, label: Sentiment['label']): Scorer => ({
  name,
  score: vi.fn(async (texts) => texts.map(() => ({ label, score: 0.9, couldNotScore: false }))),
})
const texts = [{ text: 'short' }, { text: 'x'.repeat(301) }]

describe('Comprehend within its daily limit', () => {
  it('charges at least three units per text, and one per further 100 characters', async () => {
    const spend = spendingOf()
    const offline = scorerOf('offline/1', 'NEUTRAL')
    const scorer = guardedScorer(scorerOf('comprehend/1', 'POSITIVE'), offline, spend)
    expect(await scorer.score(texts)).toEqual([
      { label: 'POSITIVE', score: 0.9, couldNotScore: false },
      { label: 'POSITIVE', score: 0.9, couldNotScore: false },
    ])
    expect(spend.reserved).toEqual([{ thing: 'comprehend-units', amount: 7 }])
    expect(offline.score).not.toHaveBeenCalled()
  })

  it('falls back to the offline scorer beyond it, and each score names the scorer', async () => {
    const comprehend = scorerOf('comprehend/1', 'POSITIVE')
    const scorer = guardedScorer(comprehend, scorerOf('offline/1', 'NEGATIVE'), spendingOf('comprehend-units'))
    expect((await scorer.score(texts)).map(({ label, scorer: by }) => [label, by])).toEqual([
      ['NEGATIVE', 'offline/1'],
      ['NEGATIVE', 'offline/1'],
    ])
    expect(comprehend.score).not.toHaveBeenCalled()
  })

  it('falls back to the rules for personal data beyond it', async () => {
    const removal = (word: string) => async () => ({ texts: [word], removed: 1 })
    const of = (...usedUp: 'comprehend-units'[]) =>
      guardedRemoval(removal('comprehend'), removal('rules'), spendingOf(...usedUp))(texts)
    expect((await of()).texts).toEqual(['comprehend'])
    expect((await of('comprehend-units')).texts).toEqual(['rules'])
  })
})
