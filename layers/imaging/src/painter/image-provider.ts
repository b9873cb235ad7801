/** A request to a painter. Sizes are pixels; `seed` is absent for models without seeds. */
export interface ImageRequest {
  readonly prompt: string
  readonly negativePrompt: string | undefined
  readonly modelId: string
  /** The vendor's name of the model; null if the vendor has ended it. */
  readonly vendorId: string | null
  readonly width: number
  readonly height: number
  /** Width to height, such as `16:9`. */
  readonly aspectRatio: string
  /** Size class of models that know such; the vendor decides on the pixels. */
  readonly imageSize: '512' | '1K' | '2K' | '4K' | undefined
  readonly seed: number | undefined
  /** Source picture for img2img and inpainting, an encoded image of any supported format. */
  readonly source: Uint8Array | undefined
  /** White is repainted, black is kept; any size, it is fitted to the picture. */
  readonly mask: Uint8Array | undefined
  /** 0 keeps the source, 1 forgets it. */
  readonly strength: number | undefined
  /** The caller as a digest, which lets vendors distinguish abusers. They get nothing more. */
  readonly onBehalfOf: string
}

/** A painter's result: the master image. Every variant is made from it. */
export interface ProviderImage {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly width: number
  readonly height: number
  /** The vendor's price for it, in millionths of a US dollar. */
  readonly costMicros: number
}

/** A model behind its port. Throws PaintingRefused when another attempt cannot help, anything else when it may. */
export interface ImageProvider {
  paint(order: ImageRequest, signal: AbortSignal): Promise<ProviderImage>
}

/** Why a picture cannot be had. Stable words, shown as `error_code` on the job. */
export type RefusalCode =
  | 'content_rejected'
  | 'invalid_source'
  | 'model_retired'
  | 'provider_auth'
  | 'provider_quota'
  /** The vendor refused our request as malformed: our mistake. */
  | 'provider_rejected'
  /** These three after as many attempts as make sense. */
  | 'provider_rate_limited'
  | 'provider_timeout'
  | 'provider_unavailable'
  /** Our own ceiling of the day is reached: nothing was asked. */
  | 'spend_ceiling'

/** Refusals that are no fault of our service or our account. They end a job and raise no alarm, or have one of their own. */
const EXPECTED: readonly string[] = [
  'content_rejected',
  'invalid_source',
  'model_retired',
  'spend_ceiling',
] satisfies RefusalCode[]

export const isExpectedRefusal = (code: string): boolean => EXPECTED.includes(code)

/**
 * The job cannot be painted and trying again would not help. The state machine knows it by this name; the code travels
 * in the message because an error crosses Lambda as name and message only.
 */
export class PaintingRefused extends Error {
  override readonly name = 'PaintingRefused'
  readonly code: RefusalCode
  readonly sentence: string
  constructor(code: RefusalCode, sentence: string, options?: ErrorOptions) {
    super(`${code}: ${sentence}`, options)
    this.code = code
    this.sentence = sentence
  }

  get isExpected(): boolean {
    return isExpectedRefusal(this.code)
  }
}

/**
 * The stand-in that needs no provider. A painter's name is written on the job and into the image, so that this one is
 * never mistaken for the real model.
 */
export const OFFLINE_PAINTER = 'offline'

/** The same at a quarter of the width and height, enlarged: for load and for tests that look at no picture. */
export const SKETCHING_PAINTER = 'offline-sketch'

export const isOfflinePainter = (name: string): boolean => name === OFFLINE_PAINTER || name === SKETCHING_PAINTER

export const describePainter = (name: string): string =>
  isOfflinePainter(name) ? `${name}: a deterministic stand-in, not the model named in model_id` : name
