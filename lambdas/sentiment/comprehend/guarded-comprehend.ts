import { Refusal, type SpendGuard } from '@signet/kernel'
import type { RemovePersonalData } from '../personal-data/remove-personal-data.ts'
import type { Scorer } from '../scoring/scorer.ts'

type Spend = Pick<SpendGuard, 'reserve'>

/** Comprehend charges for units of 100 characters, three at least, for each text. */
const UNIT_CHARACTERS = 100
const UNITS_MIN = 3

const unitsOf = (texts: readonly { readonly text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + Math.max(UNITS_MIN, Math.ceil(text.length / UNIT_CHARACTERS)), 0)

/** Whether the stage may have so many texts read today. A call that fails stays counted: it may have been charged. */
const mayRead = async (spend: Spend, texts: readonly { readonly text: string }[]): Promise<boolean> =>
  texts.length > 0 && !((await spend.reserve('comprehend-units', unitsOf(texts))) instanceof Refusal)

/** The scorer of Comprehend; beyond the ceiling of the day our own scores, and each score says so. */
export const guardedScorer = (comprehend: Scorer, offline: Scorer, spend: Spend): Scorer => ({
  name: comprehend.name,
  async score(texts) {
    if (await mayRead(spend, texts)) return comprehend.score(texts)
    const scores = await offline.score(texts)
    return scores.map((score) => ({ ...score, scorer: offline.name }))
  },
})

/** Removal by Comprehend; beyond the ceiling of the day by the rules alone. */
export const guardedRemoval =
  (comprehend: RemovePersonalData, rules: RemovePersonalData, spend: Spend): RemovePersonalData =>
  async (texts) =>
    (await mayRead(spend, texts)) ? comprehend(texts) : rules(texts)
