import { describe, expect, it, vi } from 'vitest'
import { guardedRemoval, guardedScorer } from '../../../lambdas/sentiment/comprehend/guarded-comprehend.ts'
import type { Scorer, Sentiment } from '../../../lambdas/sentiment/scoring/scorer.ts'
import { memorySpendGuard } from '../../support/spending.ts'

const scorerOf = (name: string, label: Sentiment['label']): Scorer => ({
  name,
  score: vi.fn(async (texts) => texts.map(() => ({ label, score: 0.9, couldNotScore: false }))),
})
const texts = [{ text: 'short' }, { text: 'x'.repeat(301) }]

describe('Amazon Comprehend with a daily limit', () => {
  it('charges at least three units per text, and one per further 100 characters', async () => {
    const spend = memorySpendGuard()
    const offline = scorerOf('offline/1', 'NEUTRAL')
    const scorer = guardedScorer(scorerOf('comprehend/1', 'POSITIVE'), offline, spend)
    expect(await scorer.score(texts)).toEqual([
      { label: 'POSITIVE', score: 0.9, couldNotScore: false },
      { label: 'POSITIVE', score: 0.9, couldNotScore: false },
    ])
    expect(spend.reserved).toEqual([{ category: 'comprehend-units', amount: 7 }])
    expect(offline.score).not.toHaveBeenCalled()
  })

  it('falls back to the offline scorer beyond the limit, and each score contains the name of that scorer', async () => {
    const comprehend = scorerOf('comprehend/1', 'POSITIVE')
    const scorer = guardedScorer(comprehend, scorerOf('offline/1', 'NEGATIVE'), memorySpendGuard('comprehend-units'))
    expect((await scorer.score(texts)).map(({ label, scorer: name }) => [label, name])).toEqual([
      ['NEGATIVE', 'offline/1'],
      ['NEGATIVE', 'offline/1'],
    ])
    expect(comprehend.score).not.toHaveBeenCalled()
  })

  it('falls back to the rules for personal data beyond the limit', async () => {
    const removal = (method: string) => async () => ({ texts: [method], removed: 1 })
    const removeWith = (...usedUp: 'comprehend-units'[]) =>
      guardedRemoval(removal('comprehend'), removal('rules'), memorySpendGuard(...usedUp))(texts)
    expect((await removeWith()).texts).toEqual(['comprehend'])
    expect((await removeWith('comprehend-units')).texts).toEqual(['rules'])
  })
})
