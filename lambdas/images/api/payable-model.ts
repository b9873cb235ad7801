import type { AspectRatio } from '@signet/imaging/schemas/vocabulary'
import type { SpendGuard, SpendRefusal } from '@signet/kernel'
import { findModel, type Model } from '../models/catalog.ts'
import type { ResolvedModel } from '../models/resolve-model.ts'
import { type SizeClass, sizeFor } from '../models/sizes.ts'
import { maxCostMicros } from '../providers/call-price.ts'

interface PriceInput {
  readonly aspect_ratio: AspectRatio
  readonly image_size?: SizeClass | undefined
}

interface OpenDeps {
  readonly spend: Pick<SpendGuard, 'check'>
  readonly providerFor: (model: Model) => Promise<string | undefined>
}

/**
 * Returns why the stage cannot pay for the picture today; undefined if it can. Reads the limit at most every few
 * seconds.
 */
const spendRefusalOf = async (
  { spend }: OpenDeps,
  { provider, vendorId, sizes }: Model,
  { aspect_ratio, image_size }: PriceInput,
): Promise<SpendRefusal | undefined> => {
  if (vendorId === null) return undefined
  const order = { vendorId, imageSize: image_size, ...sizeFor(sizes, aspect_ratio, image_size) }
  return spend.check(provider, maxCostMicros(provider, order))
}

/**
 * Returns the model if the stage can pay its vendor for the picture today. For a request that named only a tier, falls
 * back to the next configured model of the fallback chain that can be paid for.
 */
export const payableModel = async (
  deps: OpenDeps,
  resolved: ResolvedModel,
  priceInput: PriceInput,
  isByTier: boolean,
): Promise<ResolvedModel | SpendRefusal> => {
  const refused = await spendRefusalOf(deps, resolved.model, priceInput)
  if (refused === undefined) return resolved
  const seen = new Set([resolved.model.id])
  let next = isByTier ? resolved.model.fallback : null
  while (next !== null && !seen.has(next)) {
    seen.add(next)
    const model = findModel(next)
    if (!model) break
    const isServed = model.vendorId !== null && (await deps.providerFor(model)) !== undefined
    if (isServed && (await spendRefusalOf(deps, model, priceInput)) === undefined) return { ...resolved, model }
    next = model.fallback
  }
  return refused
}
