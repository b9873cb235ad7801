import { TIER_CREDITS } from '@signet/ledger'
import type { ResolvedModel } from '../models/resolve-model.ts'

/**
 * Returns the credits of one image: the price of its tier, but at least the minimum of the model (spec image-service
 * 8).
 */
export const priceOf = ({ model, billedTier }: ResolvedModel): number =>
  Math.max(TIER_CREDITS[billedTier], model.minCredits)
