import { type ImageProvider, OFFLINE_PAINTER, SKETCHING_PAINTER } from '@signet/imaging/image-provider'
import { offlinePainter, sketchingPainter } from '@signet/imaging/painter'

export type LiveProviders = ReadonlyMap<string, ImageProvider>

const OFFLINE: ReadonlyMap<string, ImageProvider> = new Map([
  [OFFLINE_PAINTER, offlinePainter],
  [SKETCHING_PAINTER, sketchingPainter],
])

/**
 * The image provider that a job was accepted with.
 *
 * @throws Error if there is none of that name, which no accepted job has
 */
export const providerByName =
  (live: LiveProviders) =>
  (name: string): ImageProvider => {
    const painter = OFFLINE.get(name) ?? live.get(name)
    if (!painter) throw new Error(`There is no image provider named ${name}`)
    return painter
  }
