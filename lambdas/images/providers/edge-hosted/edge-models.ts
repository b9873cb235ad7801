export interface EdgeModel {
  /**
   * Encoding of the request body. The flux-2 models require multipart even for a prompt alone; all others accept JSON.
   */
  readonly encoding: 'json' | 'multipart'
  readonly accepts: readonly ('size' | 'seed' | 'negative_prompt' | 'source' | 'mask')[]
  /** Name of the request field for the number of steps, and the number; absent if the vendor fixes it. */
  readonly steps?: readonly [name: 'steps' | 'num_steps', count: number]
  /** Longest prompt in characters. */
  readonly promptMax?: number
  /**
   * Millionths of a US dollar: per 512x512 tile, per step, and per step of each tile. A partial tile counts as a whole
   * one.
   */
  readonly price: { readonly tile?: number; readonly step?: number; readonly tileStep?: number }
}

const FLUX_2 = { encoding: 'multipart', accepts: ['size', 'seed'] } as const
const DIFFUSION = { encoding: 'json', accepts: ['size', 'seed', 'negative_prompt'], price: {} } as const

/**
 * Models by the vendor's id: developers.cloudflare.com/workers-ai/models for the fields, …/platform/pricing for prices
 * (the diffusion models are in beta and free). Distilled models get the few steps that they were trained for: the
 * schema's default of 20 takes longer and looks no better.
 */
export const EDGE_MODELS: Readonly<Record<string, EdgeModel>> = {
  '@cf/bytedance/stable-diffusion-xl-lightning': { ...DIFFUSION, steps: ['num_steps', 8] },
  '@cf/stabilityai/stable-diffusion-xl-base-1.0': { ...DIFFUSION, steps: ['num_steps', 20] },
  '@cf/lykon/dreamshaper-8-lcm': { ...DIFFUSION, steps: ['num_steps', 8] },
  '@cf/runwayml/stable-diffusion-v1-5-img2img': {
    ...DIFFUSION,
    accepts: ['size', 'seed', 'negative_prompt', 'source'],
    steps: ['num_steps', 20],
  },
  '@cf/runwayml/stable-diffusion-v1-5-inpainting': {
    ...DIFFUSION,
    accepts: ['size', 'seed', 'negative_prompt', 'source', 'mask'],
    steps: ['num_steps', 20],
  },
  '@cf/black-forest-labs/flux-2-klein-4b': { ...FLUX_2, price: { tile: 287 } },
  '@cf/black-forest-labs/flux-2-klein-9b': { ...FLUX_2, price: { tile: 3750 } },
  '@cf/black-forest-labs/flux-2-dev': { ...FLUX_2, steps: ['steps', 25], price: { tileStep: 410 } },
  '@cf/black-forest-labs/flux-1-schnell': {
    encoding: 'json',
    accepts: [],
    steps: ['steps', 4],
    promptMax: 2048,
    price: { tile: 52.8, step: 105.6 },
  },
  '@cf/leonardo/lucid-origin': {
    encoding: 'json',
    accepts: ['size', 'seed'],
    steps: ['num_steps', 25],
    price: { tile: 7000, step: 132 },
  },
  '@cf/leonardo/phoenix-1.0': {
    encoding: 'json',
    accepts: ['size', 'seed', 'negative_prompt'],
    steps: ['num_steps', 25],
    price: { tile: 5830, step: 110 },
  },
}

const TILE = 512

interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Returns the vendor's list price of a picture, in millionths of a US dollar, rounded up. Sizes are in pixels. */
export const edgeCostMicros = ({ price, steps }: EdgeModel, { width, height }: PixelSize): number => {
  const tiles = Math.ceil(width / TILE) * Math.ceil(height / TILE)
  const stepCount = steps?.[1] ?? 0
  const { tile = 0, step = 0, tileStep = 0 } = price
  return Math.ceil(Number((tiles * tile + stepCount * step + tiles * stepCount * tileStep).toFixed(6)))
}

/**
 * Returns the maximum price of a call, in millionths of a US dollar. Models in beta are free and count as 1, so that a
 * ceiling of 0 stops them too.
 * @throws Error for an unknown model
 */
export const edgeMaxCostMicros = (inputs: {
  readonly vendorId: string
  readonly width: number
  readonly height: number
}): number => {
  const model = EDGE_MODELS[inputs.vendorId]
  if (!model) throw new Error(`${inputs.vendorId} is unknown: add it to EDGE_MODELS`)
  return Math.max(1, edgeCostMicros(model, inputs))
}
