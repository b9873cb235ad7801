import { describe, expect, it } from 'vitest'
import { accuracyOf } from '../../support/evidence-accuracy.ts'
import { labelledTexts } from '../../support/labelled-texts.ts'
import { EEAT } from './world.ts'

const TEXTS = labelledTexts()
const SETS = [...new Set(TEXTS.map(({ set }) => set))]

describe('eeat-core on labelled texts', () => {
  it('has at least 60 articles, 200 texts, and an edit of each requirement in each set', () => {
    expect(TEXTS.filter(({ turns }) => turns === undefined).length).toBeGreaterThanOrEqual(60)
    expect(TEXTS.length).toBeGreaterThanOrEqual(200)
    for (const set of SETS) {
      const turned = new Set(TEXTS.filter((text) => text.set === set).map(({ turns }) => turns))
      expect(EEAT.requirements.filter(({ id }) => !turned.has(id))).toEqual([])
    }
  })

  it.each(SETS)(
    'finds nine of ten gaps of each requirement in the %s set, and nine of ten that it finds are some',
    (set) => {
      const accuracies = accuracyOf(
        EEAT,
        TEXTS.filter((text) => text.set === set),
      )
      expect(accuracies.filter(({ precision, recall }) => precision < 0.9 || recall < 0.9)).toEqual([])
    },
  )
})
