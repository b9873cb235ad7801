import { Refusal, type SpendGuard } from '@signet/kernel'
import type { RemovePersonalData } from '../personal-data/remove-personal-data.ts'
import type { Scorer } from '../scoring/scorer.ts'

type Spend = Pick<SpendGuard, 'reserve'>

/** Comprehend charges per 100 characters, with a minimum of three units per text. */
const UNIT_CHARACTERS = 100
const UNITS_MIN = 3

const unitsOf = (texts: readonly { readonly text: string }[]): number =>
  texts.reduce((sum, { text }) => sum + Math.max(UNITS_MIN, Math.ceil(text.length / UNIT_CHARACTERS)), 0)

/**
 * Reserves units of the daily limit of the stage for texts. Returns false if the limit is used up, or without texts.
 * Failed calls count as well, because they may have been charged.
 */
const reserveUnits = async (spend: Spend, texts: readonly { readonly text: string }[]): Promise<boolean> =>
  texts.length > 0 && !((await spend.reserve('comprehend-units', unitsOf(texts))) instanceof Refusal)

/** Scores with Comprehend. Beyond the daily limit, it uses the offline scorer and adds that scorer's name to each score. */
export const guardedScorer = (comprehend: Scorer, offline: Scorer, spend: Spend): Scorer => ({
  name: comprehend.name,
  async score(texts) {
    if (await reserveUnits(spend, texts)) return comprehend.score(texts)
    const scores = await offline.score(texts)
    return scores.map((score) => ({ ...score, scorer: offline.name }))
  },
})

/** Removes personal data with Comprehend. Beyond the daily limit, it uses the rules only. */
export const guardedRemoval =
  (comprehend: RemovePersonalData, rules: RemovePersonalData, spend: Spend): RemovePersonalData =>
  async (texts) =>
    (await reserveUnits(spend, texts)) ? comprehend(texts) : rules(texts)
