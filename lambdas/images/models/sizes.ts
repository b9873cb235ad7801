import type { AspectRatio } from '@signet/imaging/schemas/vocabulary'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

type SizeTable = Readonly<Record<AspectRatio, Size>>

const size = (width: number, height: number): Size => ({ width, height })

/** About one megapixel, exact ratio, multiples of 16: suits the Flux, SDXL and Leonardo models. */
const ONE_MEGAPIXEL: SizeTable = {
  '1:1': size(1024, 1024),
  '3:2': size(1248, 832),
  '2:3': size(832, 1248),
  '4:3': size(1152, 864),
  '3:4': size(864, 1152),
  '16:9': size(1280, 720),
  '9:16': size(720, 1280),
  '21:9': size(1568, 672),
  '4:5': size(896, 1120),
  '5:4': size(1120, 896),
}

/** Stable Diffusion 1.5 was trained at 512: larger pictures repeat their subject. */
const SD_15: SizeTable = {
  '1:1': size(512, 512),
  '3:2': size(624, 416),
  '2:3': size(416, 624),
  '4:3': size(576, 432),
  '3:4': size(432, 576),
  '16:9': size(640, 360),
  '9:16': size(360, 640),
  '21:9': size(784, 336),
  '4:5': size(448, 560),
  '5:4': size(560, 448),
}

export const SIZE_TABLES = { oneMegapixel: ONE_MEGAPIXEL, sd15: SD_15 } as const
export type SizeTableName = keyof typeof SIZE_TABLES

/** Factor of a side by size class (spec image-service 4.2): the sizes of a table are 1K. */
const SCALE = { '512': 0.5, '1K': 1, '2K': 2, '4K': 4 } as const
export type SizeClass = keyof typeof SCALE

/** Returns the size of the picture in pixels; default size class: 1K. */
export const sizeFor = (table: SizeTableName, ratio: AspectRatio, sizeClass: SizeClass = '1K'): Size => {
  const { width, height } = SIZE_TABLES[table][ratio]
  return size(width * SCALE[sizeClass], height * SCALE[sizeClass])
}
