import type { ResizeOptions } from 'sharp'
import type { OutputFormat, Preset } from '../contract/vocabulary.ts'
import { inFormat, openImage } from './encode-image.ts'

/** The four variants and no other: free sizes would let anyone have us make and keep any number of images. */
const PRESET_SIZES: Readonly<Record<Preset, ResizeOptions>> = {
  thumbnail: { width: 256, height: 256, fit: 'cover' },
  standard: { width: 1024, fit: 'inside', withoutEnlargement: true },
  hero: { width: 1920, height: 1080, fit: 'cover' },
  portrait: { width: 1080, height: 1350, fit: 'cover' },
}

const PRESET_QUALITY = 85

/** A resized variant in the format of the asset; its provenance stays in the file. */
export const resizeToPreset = (image: Uint8Array, preset: Preset, format: OutputFormat): Promise<Buffer> =>
  inFormat(openImage(image).resize(PRESET_SIZES[preset]), { format, quality: PRESET_QUALITY }).keepXmp().toBuffer()
