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

interface PayableDeps {
  readonly spend: Pick<SpendGuard, 'check'>
  readonly providerFor: (model: Model) => Promise<string | undefined>
}

/**
 * Returns why the daily spending limit of the vendor does not cover the image; undefined if it does. The limit is read
 * at most every few seconds.
 */
const spendRefusalOf = async (
  { spend }: PayableDeps,
  { provider, vendorId, sizes }: Model,
  { aspect_ratio, image_size }: PriceInput,
): Promise<SpendRefusal | undefined> => {
  if (vendorId === null) return undefined
  const priceInputs = { vendorId, imageSize: image_size, ...sizeFor(sizes, aspect_ratio, image_size) }
  return spend.check(provider, maxCostMicros(provider, priceInputs))
}

/**
 * Returns the model if its vendor's daily spending limit covers the image. For a request that names only a tier, falls
 * back to the next configured model of the fallback chain whose limit covers it.
 */
export const payableModel = async (
  deps: PayableDeps,
  resolved: ResolvedModel,
  priceInput: PriceInput,
  { isByTier }: { readonly isByTier: boolean },
): Promise<ResolvedModel | SpendRefusal> => {
  const refusal = await spendRefusalOf(deps, resolved.model, priceInput)
  if (refusal === undefined) return resolved
  const triedIds = new Set([resolved.model.id])
  let nextId = isByTier ? resolved.model.fallback : null
  while (nextId !== null && !triedIds.has(nextId)) {
    triedIds.add(nextId)
    const model = findModel(nextId)
    if (!model) break
    const hasProvider = model.vendorId !== null && (await deps.providerFor(model)) !== undefined
    if (hasProvider && (await spendRefusalOf(deps, model, priceInput)) === undefined) return { ...resolved, model }
    nextId = model.fallback
  }
  return refusal
}
