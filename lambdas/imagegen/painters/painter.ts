/** What a painter is asked for. Sizes are pixels; `seed` is absent for models that know none. */
export interface PaintOrder {
  readonly prompt: string
  readonly negativePrompt: string | undefined
  readonly modelId: string
  readonly width: number
  readonly height: number
  readonly seed: number | undefined
  /** Source picture for img2img and inpainting, an encoded image of any supported format. */
  readonly source: Uint8Array | undefined
  /** White is repainted, black is kept; any size, it is fitted to the picture. */
  readonly mask: Uint8Array | undefined
  /** 0 keeps the source, 1 forgets it. */
  readonly strength: number | undefined
}

/** What a painter delivers: the master, which every variant is made from. */
export interface Painting {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** A model behind its port. Throws PaintingRefused when another attempt cannot help, anything else when it may. */
export interface Painter {
  paint(order: PaintOrder, signal: AbortSignal): Promise<Painting>
}

/** Why a picture cannot be had. Stable words, shown as `error_code` on the job. */
export type RefusalCode = 'content_rejected' | 'invalid_source' | 'model_retired' | 'provider_auth' | 'provider_quota'

/**
 * The job cannot be painted and trying again would not help. The state machine knows it by this name; the code travels
 * in the message because an error crosses Lambda as name and message only.
 */
export class PaintingRefused extends Error {
  override readonly name = 'PaintingRefused'
  constructor(code: RefusalCode, sentence: string, options?: ErrorOptions) {
    super(`${code}: ${sentence}`, options)
  }
}

/**
 * The stand-in that needs no provider. A painter's name is written on the job and into the image, so that nobody takes
 * this one for the real model.
 */
export const OFFLINE_PAINTER = 'offline'

/** What a reader of the job is told of its painter. */
export const describePainter = (name: string): string =>
  name === OFFLINE_PAINTER ? 'offline: a deterministic stand-in, not the model named in model_id' : name
