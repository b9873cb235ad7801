import type { ImageRequest } from '@signet/imaging/image-provider'
import type { Provider } from '@signet/imaging/schemas/vocabulary'
import { edgeMaxCostMicros } from './edge-hosted/edge-models.ts'
import { gptImageMaxCostMicros } from './provider-a/gpt-image-prices.ts'
import { geminiMaxCostMicros } from './provider-b/gemini-prices.ts'
import type { PerProvider } from './provider-secrets.ts'

/** The fields of an image request that determine its price. Sizes are in pixels. */
export interface PriceInputs extends Pick<ImageRequest, 'width' | 'height' | 'imageSize'> {
  readonly vendorId: string
}

const MAX_COST: PerProvider<(inputs: PriceInputs) => number> = {
  'edge-hosted': edgeMaxCostMicros,
  'provider-a': gptImageMaxCostMicros,
  'provider-b': geminiMaxCostMicros,
}

/**
 * Returns the maximum price of one call, in millionths of a US dollar.
 * @throws Error for an unknown model
 */
export const maxCostMicros = (provider: Provider, inputs: PriceInputs): number => MAX_COST[provider](inputs)
