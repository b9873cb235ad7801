import { join } from 'node:path'
import { validate } from '@signet/evidence'
import { describe, expect, it } from 'vitest'
import { accuracyOf } from '../../support/evidence-accuracy.ts'
import { labeledTexts } from '../../support/labeled-texts.ts'
import { ROOT } from '../../support/source-files.ts'
import { EEAT } from './world.ts'

const TEXTS = labeledTexts()
/** The sets that the detectors were developed with last, and least. */
const LATEST_TEXTS = labeledTexts(join(ROOT, 'test/fixtures/evidence/last'))
const SETS = [...new Set(TEXTS.map(({ set }) => set))]

describe('eeat-core on labeled texts', () => {
  it('the sets have at least 60 articles, 200 texts, and an edit for each requirement', () => {
    expect(TEXTS.filter(({ turns }) => turns === undefined).length).toBeGreaterThanOrEqual(60)
    expect(TEXTS.length).toBeGreaterThanOrEqual(200)
    for (const set of SETS) {
      const editedRequirements = new Set(TEXTS.filter((text) => text.set === set).map(({ turns }) => turns))
      expect(EEAT.requirements.filter(({ id }) => !editedRequirements.has(id))).toEqual([])
    }
  })

  it.each(SETS)('recall and precision are at least nine in ten for each requirement in the %s set', (set) => {
    const accuracies = accuracyOf(
      EEAT,
      TEXTS.filter((text) => text.set === set),
    )
    expect(accuracies.filter(({ precision, recall }) => precision < 0.9 || recall < 0.9)).toEqual([])
  })

  it.each([
    ['fourth', 0.8, 21],
    ['fifth', 0.9, 22],
    ['sixth', 0.6, 17],
  ])(
    'finds gaps of each requirement in the %s set, at least %f of them, with nine of ten of %i correct',
    (set, minimum, requiredCount) => {
      const textsOfSet = LATEST_TEXTS.filter((text) => text.set === set)
      const lowest = accuracyOf(EEAT, textsOfSet).map(({ precision, recall }) => Math.min(precision, recall))
      expect(lowest.filter((value) => value < minimum)).toEqual([])
      expect(lowest.filter((value) => value >= 0.9).length).toBeGreaterThanOrEqual(requiredCount)
    },
  )

  it('no satisfying edit fires its requirement, except one of 1,134', () => {
    const firing = [...TEXTS, ...LATEST_TEXTS].filter(({ content, labels, turns = '' }) => {
      const isFiring = labels[turns] === 'satisfied'
      return isFiring && validate(content, EEAT).gaps.some(({ requirementId }) => requirementId === turns)
    })
    expect(firing.map(({ id }) => id)).toEqual(['harbour-broker-letter-8-EXP-05'])
  })
})
