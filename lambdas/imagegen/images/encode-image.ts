import sharp, { type Sharp } from 'sharp'
import type { OutputFormat } from '../contract/vocabulary.ts'
import { type Provenance, provenanceXmp } from './provenance.ts'

export interface Encoding {
  readonly format: OutputFormat
  /** 1 to 100; PNG is lossless and does not look at it. */
  readonly quality: number
}

/** Larger pictures are refused before they are decoded: a small file can hold a very large one. */
export const INPUT_PIXELS_MAX = 50_000_000

/** Efforts are measured: AVIF above 2 costs nine times the time for one percent of size, WebP above 4 little less. */
const AVIF_EFFORT = 2
const WEBP_EFFORT = 4

/** Opens an image that we or our provider made. Metadata is kept, so that provenance survives every variant. */
export const openImage = (bytes: Uint8Array): Sharp => sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX })

/** Sets the output of a pipeline to the wanted format. */
export const inFormat = (image: Sharp, { format, quality }: Encoding): Sharp => {
  if (format === 'png') return image.png({ compressionLevel: 6 })
  if (format === 'avif') return image.avif({ quality, effort: AVIF_EFFORT })
  return image.webp({ quality, effort: WEBP_EFFORT })
}

/** Encodes a master as an asset and writes its provenance into the file. */
export const encodeImage = (
  master: Uint8Array,
  { provenance, ...encoding }: Encoding & { readonly provenance: Provenance },
): Promise<Buffer> => inFormat(openImage(master), encoding).withXmp(provenanceXmp(provenance)).toBuffer()
