import type { ImageRequest } from '@signet/imaging/image-provider'
import type { Provider } from '@signet/imaging/schemas/vocabulary'
import { edgeMostMicros } from './edge-hosted/edge-models.ts'
import { gptImageMostMicros } from './provider-a/gpt-image-prices.ts'
import { geminiMostMicros } from './provider-b/gemini-prices.ts'
import type { PerProvider } from './provider-secrets.ts'

/** The members of an order that its price depends on. Sizes are in pixels. */
export interface PricedOrder extends Pick<ImageRequest, 'width' | 'height' | 'imageSize'> {
  readonly vendorId: string
}

const MOST: PerProvider<(order: PricedOrder) => number> = {
  'edge-hosted': edgeMostMicros,
  'provider-a': gptImageMostMicros,
  'provider-b': geminiMostMicros,
}

/**
 * Returns the maximum price of one call for a picture, in millionths of a US dollar.
 * @throws Error for an unknown model
 */
export const maxCostMicros = (provider: Provider, order: PricedOrder): number => MOST[provider](order)
