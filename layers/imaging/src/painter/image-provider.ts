/** A request to a painter. Sizes are in pixels; `seed` is absent for models without seeds. */
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
  /** Size class, for models that support it; the vendor chooses the pixels. */
  readonly imageSize: '512' | '1K' | '2K' | '4K' | undefined
  readonly seed: number | undefined
  /** Source picture for img2img and inpainting, an encoded image of any supported format. */
  readonly source: Uint8Array | undefined
  /** White is repainted, black stays unchanged. Any size; it is fitted to the picture. */
  readonly mask: Uint8Array | undefined
  /** 0 returns the source, 1 ignores it. */
  readonly strength: number | undefined
  /** Digest of the caller, which lets vendors distinguish abusers. Vendors get no other caller data. */
  readonly onBehalfOf: string
}

/** A painter's result: the master image. Every variant is encoded from it. */
export interface ProviderImage {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly width: number
  readonly height: number
  /** The vendor's price of the picture, in millionths of a US dollar. */
  readonly costMicros: number
}

/** An image model. Throws ImageRefused when a retry cannot help, any other error when it may. */
export interface ImageProvider {
  paint(order: ImageRequest, signal: AbortSignal): Promise<ProviderImage>
}

/** Reason why a picture cannot be generated. Stable codes, shown as `error_code` on the job. */
export type RefusalCode =
  | 'content_rejected'
  | 'invalid_source'
  | 'model_retired'
  | 'provider_auth'
  | 'provider_quota'
  /** The vendor refused the request as malformed: a bug of this service. */
  | 'provider_rejected'
  /** The following three are final: all sensible retries were made. */
  | 'provider_rate_limited'
  | 'provider_timeout'
  | 'provider_unavailable'
  /** The daily spending ceiling is reached; the vendor was not called. */
  | 'spend_ceiling'

/**
 * Refusals that neither the service nor its vendor account caused. They end a job and raise no alarm, or have their
 * own.
 */
const EXPECTED: readonly string[] = [
  'content_rejected',
  'invalid_source',
  'model_retired',
  'spend_ceiling',
] satisfies RefusalCode[]

export const isExpectedRefusal = (code: string): boolean => EXPECTED.includes(code)

/**
 * The job cannot be painted and a retry would not help. The state machine matches this error by name. The code is part
 * of the message because an error crosses Lambda as name and message only.
 */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
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
 * The stand-in that needs no provider. The painter's name is stored on the job and in the image, so that the stand-in
 * is never mistaken for the real model.
 */
export const OFFLINE_PAINTER = 'offline'

/**
 * The stand-in at a quarter of the width and height, enlarged: for load tests and for tests that do not inspect
 * pictures.
 */
export const SKETCHING_PAINTER = 'offline-sketch'

export const isOfflinePainter = (name: string): boolean => name === OFFLINE_PAINTER || name === SKETCHING_PAINTER

export const describePainter = (name: string): string =>
  isOfflinePainter(name) ? `${name}: a deterministic stand-in, not the model named in model_id` : name
