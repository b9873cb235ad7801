import * as z from 'zod'

/** Tokens of a call as the vendor counts them (`usageMetadata`). */
export const GeminiUsage = z.object({
  promptTokenCount: z.int().min(0).default(0),
  candidatesTokenCount: z.int().min(0).default(0),
  thoughtsTokenCount: z.int().min(0).default(0),
  candidatesTokensDetails: z
    .array(z.object({ modality: z.string(), tokenCount: z.int().min(0).default(0) }))
    .default([]),
})
export type GeminiUsage = z.infer<typeof GeminiUsage>

type SizeClass = '512' | '1K' | '2K' | '4K'

/** US dollars per million tokens, which equals micro-dollars per token; and the price of a picture by its size. */
interface Price {
  readonly input: number
  readonly text: number
  readonly image: number
  readonly listMicros: Readonly<Record<SizeClass, number>>
}

/** By the vendor's id: ai.google.dev/gemini-api/docs/pricing. */
const PRICES: Readonly<Record<string, Price>> = {
  'gemini-3.1-flash-image': {
    input: 0.5,
    text: 3,
    image: 60,
    listMicros: { '512': 45_000, '1K': 67_000, '2K': 101_000, '4K': 151_000 },
  },
  'gemini-3-pro-image': {
    input: 2,
    text: 12,
    image: 120,
    listMicros: { '512': 134_000, '1K': 134_000, '2K': 134_000, '4K': 240_000 },
  },
}

const priceOf = (vendorId: string): Price => {
  const price = PRICES[vendorId]
  if (!price) throw new Error(`The price of ${vendorId} is unknown: add it to PRICES`)
  return price
}

/**
 * Upper bound of a call's price relative to the list price of an image: the tokens of prompt, source image and thoughts
 * never cost more than the image itself.
 */
const MAX_COST_FACTOR = 2

/**
 * Returns the maximum price of a call, in millionths of a US dollar.
 * @throws Error for an unknown model
 */
export const geminiMaxCostMicros = ({
  vendorId,
  imageSize = '1K',
}: {
  readonly vendorId: string
  readonly imageSize?: SizeClass | undefined
}): number => MAX_COST_FACTOR * priceOf(vendorId).listMicros[imageSize]

/**
 * Returns the cost of a call in millionths of a US dollar, rounded up: by the vendor's token count, with thoughts
 * billed as text, or by the list price of a 1K image if it sends no count. Without details the whole output counts as
 * image.
 */
export const geminiCostMicros = (vendorId: string, usage: GeminiUsage | undefined): number => {
  const price = priceOf(vendorId)
  if (!usage || usage.candidatesTokenCount === 0) return price.listMicros['1K']
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, candidatesTokensDetails: details } = usage
  const imageTokens = details
    .filter(({ modality }) => modality === 'IMAGE')
    .reduce((sum, each) => sum + each.tokenCount, 0)
  const image = details.length === 0 ? candidatesTokenCount : Math.min(imageTokens, candidatesTokenCount)
  const text = candidatesTokenCount - image + thoughtsTokenCount
  return Math.ceil(Number((promptTokenCount * price.input + image * price.image + text * price.text).toFixed(6)))
}
