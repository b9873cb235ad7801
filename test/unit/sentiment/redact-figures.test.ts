import { describe, expect, test } from 'vitest'
import { isLong } from '../../support/scale.ts'
import { personalFigures } from '../../support/sentiment-personal.ts'
import { openTexts } from './labeled-texts.ts'

type Texts = readonly [file: string, secrets: number]

/** Sets that were judged once, after the rules were written. */
const JUDGED: readonly Texts[] = [
  // Written by authors who had not seen the rules.
  ['personal-shut.tsv', 257],
  // Names, streets and dates in many spellings.
  ['personal-kinds-judged.tsv', 99],
]
/**
 * The other halves of these sets, which the rules were improved with, and texts by other authors who had not seen the
 * rules.
 */
const OTHERS: readonly Texts[] = [
  ['personal-open.tsv', 257],
  ['personal-kinds-mended.tsv', 95],
  ['personal-stranger.tsv', 230],
]
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']

describe.each(isLong ? [...JUDGED, ...OTHERS] : JUDGED)('the texts of %s', (file, secrets) => {
  const { groups, removed, right } = personalFigures(openTexts(file))

  test(`contain ${secrets} secrets, of which at least 97% are removed`, () => {
    const { found, all } = groups.get('all') ?? { found: 0, all: 1 }
    expect(all).toBe(secrets)
    expect(found / all).toBeGreaterThanOrEqual(0.97)
  })

  test.each(LANGUAGES)('retain at most one secret or 3% in %s', (language) => {
    const { found, all } = groups.get(language) ?? { found: 0, all: 9 }
    expect(all - found).toBeLessThanOrEqual(Math.max(1, Math.floor(all * 0.03)))
  })

  test('have at least 95 secrets among 100 removed pieces', () => {
    expect(removed).toBeGreaterThan(80)
    expect(right / removed).toBeGreaterThanOrEqual(0.95)
  })
})

/** Texts of other authors, each with the share that the rules reached when they were judged. */
const INDEPENDENT: readonly Texts[] = [
  ['personal-stranger-shut.tsv', 238],
  ['personal-stranger-2.tsv', 232],
  ['personal-stranger-3.tsv', 235],
  ['personal-stranger-4.tsv', 231],
]

test.each(isLong ? INDEPENDENT : INDEPENDENT.slice(0, 1))(
  'texts of independent authors reach the earlier share: %s',
  (file, secrets) => {
    const { groups, removed, right } = personalFigures(openTexts(file))
    const { found, all } = groups.get('all') ?? { found: 0, all: 1 }
    expect([all, found / all >= 0.97, right / removed >= 0.95]).toEqual([secrets, true, true])
  },
)
