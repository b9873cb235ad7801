import type { ImageRequest } from '@signet/painter/image-provider'
import type { Model } from '../models/catalogue.ts'
import { EDGE_MODELS, edgeCostMicros } from './edge-hosted/edge-models.ts'
import { gptImageCostMicros } from './provider-a/gpt-image-prices.ts'
import { geminiListMicros } from './provider-b/gemini-prices.ts'

/** The members of an order that its price depends on. Sizes are pixels. */
export interface PricedOrder extends Pick<ImageRequest, 'width' | 'height' | 'imageSize'> {
  readonly vendorId: string
}

/**
 * Vendors that charge by the token add those of the prompt, of a source picture and of thoughts, and more for a picture
 * that is no square: twice the list price is more than was ever seen (test/unit/imagegen/providers/costs.test.ts).
 */
const BESIDE_THE_PICTURE = 2

/** Models in beta are free. They count a millionth of a dollar, so that a ceiling of 0 stops them, too. */
const LEAST = 1

const listMicros = (provider: Model['provider'], { vendorId, width, height, imageSize }: PricedOrder): number => {
  if (provider === 'provider-a') return BESIDE_THE_PICTURE * gptImageCostMicros(vendorId, undefined)
  if (provider === 'provider-b') return BESIDE_THE_PICTURE * geminiListMicros(vendorId, imageSize)
  const model = EDGE_MODELS[vendorId]
  if (!model) throw new Error(`${vendorId} is unknown: add it to EDGE_MODELS`)
  return edgeCostMicros(model, width, height)
}

/** The most that one call for a picture can cost, in millionths of a US dollar. @throws Error for an unknown model */
export const mostMicros = (provider: Model['provider'], order: PricedOrder): number =>
  Math.max(LEAST, listMicros(provider, order))
