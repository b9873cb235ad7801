import * as z from 'zod'

/** Tokens of a call as the vendor counts them (`usage` of an images response). */
export const GptImageUsage = z.object({
  output_tokens: z.int().min(0),
  input_tokens: z.int().min(0),
  input_tokens_details: z
    .object({ text_tokens: z.int().min(0).default(0), image_tokens: z.int().min(0).default(0) })
    .optional(),
})
export type GptImageUsage = z.infer<typeof GptImageUsage>

/**
 * US dollars per million tokens, which equals micro-dollars per token; and the price of a one-megapixel picture at
 * medium quality.
 */
interface Price {
  readonly text: number
  readonly image: number
  readonly output: number
  readonly listMicros: number
}

/** By the vendor's id, from its model pages. Snapshots cost the same as their model. */
const PRICES: readonly (readonly [prefix: string, price: Price])[] = [
  ['gpt-image-1-mini', { text: 2, image: 2.5, output: 8, listMicros: 15_000 }],
  ['gpt-image-1.5', { text: 5, image: 8, output: 32, listMicros: 50_000 }],
  ['gpt-image-2', { text: 5, image: 8, output: 30, listMicros: 53_000 }],
]

/**
 * Returns the cost of a call in millionths of a US dollar, rounded up: by the vendor's token count, or by its list
 * price of a picture if it sends no count.
 */
export const gptImageCostMicros = (vendorId: string, usage: GptImageUsage | undefined): number => {
  const [, price] = PRICES.find(([prefix]) => vendorId.startsWith(prefix)) ?? []
  if (!price) throw new Error(`The price of ${vendorId} is unknown: add it to PRICES`)
  if (!usage) return price.listMicros
  const { text_tokens: text, image_tokens: image } = usage.input_tokens_details ?? {
    text_tokens: usage.input_tokens,
    image_tokens: 0,
  }
  return Math.ceil(Number((text * price.text + image * price.image + usage.output_tokens * price.output).toFixed(6)))
}

/**
 * Upper bound of a call's price relative to the list price of an image: the tokens of prompt, source image and
 * non-square sides never cost more than the image itself.
 */
const MAX_COST_FACTOR = 2

/**
 * Returns the maximum price of a call, in millionths of a US dollar.
 * @throws Error for an unknown model
 */
export const gptImageMaxCostMicros = ({ vendorId }: { readonly vendorId: string }): number =>
  MAX_COST_FACTOR * gptImageCostMicros(vendorId, undefined)
