import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Label } from '../../../lambdas/sentiment/contract/event.ts'
import { redact } from '../../../lambdas/sentiment/personal-data/redact.ts'
import { clausesOf } from '../../../lambdas/sentiment/scoring/clauses.ts'
import { englishPolarity, type Polarity } from '../../../lambdas/sentiment/scoring/english-polarity.ts'
import { looksEnglish } from '../../../lambdas/sentiment/scoring/looks-english.ts'
import { brandMask } from '../../../lambdas/sentiment/scoring/mask-brand.ts'
import { OFFLINE_SCORER, offlineScorer, sentimentOf } from '../../../lambdas/sentiment/scoring/offline-scorer.ts'
import { verifies } from '../../spec/verifies.ts'

let polarity: Polarity
beforeAll(() => {
  polarity = englishPolarity()
})
const labelOf = (text: string, rating?: number): Label => sentimentOf(polarity, { text, rating }).label

const labelled = (): (readonly [label: string, text: string])[] =>
  readFileSync(join(import.meta.dirname, '../../fixtures/sentiment/four-classes.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => [line.split('\t')[0] ?? '', line.split('\t')[1] ?? ''])

describe('sentiment', () => {
  verifies('SEN-1-3', 'of 80 mentions in four classes more than 71 of 100 are told right', () => {
    const all = labelled()
    expect(all).toHaveLength(80)
    const right = all.filter(([label, text]) => labelOf(text) === label)
    expect(right.length / all.length).toBeGreaterThanOrEqual(0.71)
  })

  test.each([
    ['I love this kettle', 'POSITIVE'],
    ['It is not good at all', 'NEGATIVE'],
    ['Still waiting, thanks for nothing', 'NEGATIVE'],
    ['The food was great but the service was awful', 'MIXED'],
    ['It arrived on Monday', 'NEUTRAL'],
    ['😍', 'POSITIVE'],
    ['', 'NEUTRAL'],
  ] as const)('%j is %s', (text, label) => {
    expect(labelOf(text)).toBe(label)
  })

  test('stars say which way a review goes, its text whether there is another opinion beside it', () => {
    expect([labelOf('It arrived', 1), labelOf('It arrived', 5), labelOf('It arrived', 3)]).toEqual([
      'NEGATIVE',
      'POSITIVE',
      'NEUTRAL',
    ])
    expect(labelOf('The food was great but the service was awful', 5)).toBe('MIXED')
  })

  test('the name that is listened for is no opinion', () => {
    const mask = brandMask(['"Happy Socks" -is:retweet', 'Best Buy'])
    for (const text of ['Happy Socks opens a shop', 'happy socks', '#Happy Socks', 'a Best Buy in town', 'Best Buy']) {
      expect([text, labelOf(mask(text))]).toEqual([text, 'NEUTRAL'])
    }
    expect(mask('I am happy with it')).toBe('I am happy with it')
  })

  test('what stands in the place of personal data sounds neither good nor bad', () => {
    const { text, removed } = redact(
      'mail a@b.example, call +1 415 555 0132, @sam, Mr Smith, 4111 1111 1111 1111, 12 Rose Lane',
      ['US'],
    )
    expect(Object.keys(removed).length).toBeGreaterThan(4)
    expect(polarity(text)).toBe(0)
    for (const kind of [
      'URL',
      'EMAIL',
      'IBAN',
      'CARD',
      'MAC',
      'IP',
      'ID',
      'DATE',
      'HANDLE',
      'PHONE',
      'ADDRESS',
      'NAME',
    ])
      expect([kind, polarity(`[${kind}] came`)]).toEqual([kind, 0])
  })

  test('of other languages only stars are read', async () => {
    const scorer = offlineScorer(async () => polarity)
    const told = await scorer.score([
      { text: 'love it', lang: 'de' },
      { text: 'Das ist nicht gut und sehr teuer' },
      { text: 'とても良い' },
      { text: 'sehr schlecht', lang: 'de', rating: 1 },
      { text: 'love it', lang: 'en' },
    ])
    const unread = { label: 'NEUTRAL', score: 0.5, couldNotScore: true }
    expect(told.slice(0, 3)).toEqual([unread, unread, unread])
    expect(told.slice(3)).toMatchObject([
      { label: 'NEGATIVE', couldNotScore: false },
      { label: 'POSITIVE', couldNotScore: false },
    ])
    expect(scorer.name).toBe(OFFLINE_SCORER)
  })

  test('scores are of 0 to 1, and the stronger the surer', () => {
    for (const [, text] of labelled()) {
      const { score } = sentimentOf(polarity, { text })
      expect(score > 0.5 && score < 1).toBe(true)
    }
    expect(sentimentOf(polarity, { text: 'I love it, it is amazing' }).score).toBeGreaterThan(
      sentimentOf(() => 0.1, { text: 'ok' }).score,
    )
  })

  test('clauses are where opinions may turn', () => {
    expect(clausesOf('Good, cheap but loud. Hm!\n\n5')).toEqual(['Good', 'cheap', 'loud', 'Hm'])
    expect([
      looksEnglish('fine'),
      looksEnglish('Der Tee ist nicht gut'),
      looksEnglish('très bien et pas cher'),
    ]).toEqual([true, false, false])
  })
})
