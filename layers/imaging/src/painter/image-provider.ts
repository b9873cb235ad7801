/**
 * A request to an image provider. A provider returns an image: it calls the API of a vendor, or is a painter, which
 * draws offline. Sizes are in pixels; `seed` is absent for models without seeds.
 */
export interface ImageRequest {
  readonly prompt: string
  readonly negativePrompt: string | undefined
  readonly modelId: string
  /** The vendor's name of the model; null if the vendor has retired it. */
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
  /** Mask: white areas are repainted, black areas stay unchanged. It may have any size and is scaled to the picture. */
  readonly mask: Uint8Array | undefined
  /** Strength of the change: 0 returns the source, 1 ignores it. */
  readonly strength: number | undefined
  /** Digest of the caller's ID, with which vendors can identify abuse. Vendors get no other caller data. */
  readonly onBehalfOf: string
}

/** The result of an image provider: the master image, from which every variant is encoded. */
export interface ProviderImage {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly width: number
  readonly height: number
  /** The vendor's price of the picture, in millionths of a US dollar. */
  readonly costMicros: number
}

/** A provider of images. Throws ImageRefused if a retry cannot help, and any other error if a retry may help. */
export interface ImageProvider {
  paint(request: ImageRequest, signal: AbortSignal): Promise<ProviderImage>
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
  /** The next three are refusals because the provider has already retried in vain. */
  | 'provider_rate_limited'
  | 'provider_timeout'
  | 'provider_unavailable'
  /** The daily spending ceiling is reached; the vendor was not called. */
  | 'spend_ceiling'

/**
 * Refusals in normal operation. They end a job without raising the general alarm; the others point to a fault of the
 * service, its account or the vendor.
 */
const EXPECTED: readonly string[] = [
  'content_rejected',
  'invalid_source',
  'model_retired',
  'spend_ceiling',
] satisfies RefusalCode[]

export const isExpectedRefusal = (code: string): boolean => EXPECTED.includes(code)

/**
 * The image cannot be generated and a retry would not help. The state machine matches this error by name. The code is
 * part of the message because an error crosses Lambda as name and message only.
 */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
  readonly code: RefusalCode
  readonly userMessage: string
  constructor(code: RefusalCode, sentence: string, options?: ErrorOptions) {
    super(`${code}: ${sentence}`, options)
    this.code = code
    this.userMessage = sentence
  }

  get isExpected(): boolean {
    return isExpectedRefusal(this.code)
  }
}

/**
 * Name of the offline painter, which replaces all providers where none is configured. The name is stored with the job
 * and in the image, so that the picture is not mistaken for the real model's.
 */
export const OFFLINE_PAINTER = 'offline'

/**
 * Name of the sketching painter: the offline painter at an eighth of the width and height, enlarged. For load tests and
 * for tests that do not inspect pictures.
 */
export const SKETCHING_PAINTER = 'offline-sketch'

export const isOfflinePainter = (name: string): boolean => name === OFFLINE_PAINTER || name === SKETCHING_PAINTER

export const describePainter = (name: string): string =>
  isOfflinePainter(name) ? `${name}: a deterministic stand-in, not the model named in model_id` : name
