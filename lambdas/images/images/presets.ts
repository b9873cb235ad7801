import type { Preset } from '@signet/imaging/schemas/vocabulary'
import type { ResizeOptions } from 'sharp'

/** Only four variants: free sizes would let anybody make us compute and keep any number of images. */
export const PRESET_SIZES: Readonly<Record<Preset, ResizeOptions>> = {
  thumbnail: { width: 256, height: 256, fit: 'cover' },
  standard: { width: 1024, fit: 'inside', withoutEnlargement: true },
  hero: { width: 1920, height: 1080, fit: 'cover' },
  portrait: { width: 1080, height: 1350, fit: 'cover' },
}

/** Twice the size of a thumbnail, whatever the picture's shape. */
export const REDUCED_SIZE: ResizeOptions = { width: 512, height: 512, fit: 'outside', withoutEnlargement: true }
