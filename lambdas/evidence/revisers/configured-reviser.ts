import { type Reviser, ruleReviser } from '@signet/evidence'
import type { LanguageModel } from '@signet/language-model'
import { pricesOf } from './model-prices.ts'
import { modelReviser } from './model-reviser.ts'

export const configuredReviser = (model: LanguageModel | undefined): Reviser =>
  model ? modelReviser(model, pricesOf(model.name)) : ruleReviser
