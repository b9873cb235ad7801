import { type ImageProvider, OFFLINE_PAINTER, SKETCHING_PAINTER } from '@signet/imaging/image-provider'
import { offlinePainter, sketchingPainter } from '@signet/imaging/painter'

export type LiveProviders = ReadonlyMap<string, ImageProvider>

const OFFLINE: ReadonlyMap<string, ImageProvider> = new Map([
  [OFFLINE_PAINTER, offlinePainter],
  [SKETCHING_PAINTER, sketchingPainter],
])

/**
 * Returns the image provider by the name that a job stores.
 * @throws Error for an unknown name, which no accepted job has
 */
export const providerByName =
  (live: LiveProviders) =>
  (name: string): ImageProvider => {
    const provider = OFFLINE.get(name) ?? live.get(name)
    if (!provider) throw new Error(`Unknown image provider: ${name}`)
    return provider
  }
