import { describe, expect, test } from 'vitest'
import { isLong } from '../../support/scale.ts'
import { personalFigures } from '../../support/sentiment-personal.ts'
import { readPersonalTexts } from './labeled-texts.ts'

type TextSet = readonly [file: string, secrets: number]

/** Sets that were evaluated once, after the rules were written. */
const UNSEEN_SETS: readonly TextSet[] = [
  // Written by authors who had not seen the rules.
  ['personal-shut.tsv', 257],
  // Names, streets and dates in many spellings.
  ['personal-kinds-judged.tsv', 99],
]
/**
 * The halves of these sets that were used to improve the rules, and texts by other authors who had not seen the rules.
 */
const OTHER_SETS: readonly TextSet[] = [
  ['personal-open.tsv', 257],
  ['personal-kinds-mended.tsv', 95],
  ['personal-stranger.tsv', 230],
]
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl']

describe.each(isLong ? [...UNSEEN_SETS, ...OTHER_SETS] : UNSEEN_SETS)('the texts of %s', (file, secrets) => {
  const { groups, removed, right } = personalFigures(readPersonalTexts(file))

  test(`contain ${secrets} secrets, of which at least 97% are removed`, () => {
    const { found, all } = groups.get('all') ?? { found: 0, all: 1 }
    expect(all).toBe(secrets)
    expect(found / all).toBeGreaterThanOrEqual(0.97)
  })

  test.each(LANGUAGES)('retain at most one secret or 3% in %s', (language) => {
    const { found, all } = groups.get(language) ?? { found: 0, all: 9 }
    expect(all - found).toBeLessThanOrEqual(Math.max(1, Math.floor(all * 0.03)))
  })

  test('lose at most 5 pieces without a secret per 100 removed pieces', () => {
    expect(removed).toBeGreaterThan(80)
    expect(right / removed).toBeGreaterThanOrEqual(0.95)
  })
})

/** Texts of other authors, who had not seen the rules, and the number of secrets in each set. */
const INDEPENDENT_SETS: readonly TextSet[] = [
  ['personal-stranger-shut.tsv', 238],
  ['personal-stranger-2.tsv', 232],
  ['personal-stranger-3.tsv', 235],
  ['personal-stranger-4.tsv', 231],
]

test.each(isLong ? INDEPENDENT_SETS : INDEPENDENT_SETS.slice(0, 1))(
  'at least 97% of the secrets of independent authors are removed, and 95% of the removed pieces are secrets: %s',
  (file, secrets) => {
    const { groups, removed, right } = personalFigures(readPersonalTexts(file))
    const { found, all } = groups.get('all') ?? { found: 0, all: 1 }
    expect([all, found / all >= 0.97, right / removed >= 0.95]).toEqual([secrets, true, true])
  },
)
