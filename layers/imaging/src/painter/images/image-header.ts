import { Buffer } from 'node:buffer'
import { type ImageType, imageTypeOf } from './image-type.ts'

export interface ImageHeader {
  readonly type: ImageType
  /** In pixels as stored, without regard to the camera's orientation. */
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
}

type Size = Pick<ImageHeader, 'width' | 'height'>
type HeaderReader = (bytes: Buffer) => (Size & { readonly isAnimated?: boolean }) | undefined

/** W3C PNG 11.2.1: IHDR is the first chunk. An animation declares itself before the first IDAT (11.2.5, acTL). */
const readPng: HeaderReader = (bytes) => {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  let isAnimated = false
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8)
    if (chunk === 'IDAT') break
    isAnimated ||= chunk === 'acTL'
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), isAnimated }
}

/** ITU-T T.81 B.2.2: finds the frame header among the markers; C4, C8 and CC are not frames. */
const readJpeg: HeaderReader = (bytes) => {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (marker === 0xff) at += 1
    else if (hasNoLength) at += 2
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    } else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** RFC 9649 2.5 to 2.7: one of three possible first chunks. */
const readWebp: HeaderReader = (bytes) => {
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (chunk !== 'VP8X') return undefined
  const isAnimated = ((bytes[20] ?? 0) & 0x02) !== 0
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, isAnimated }
}

/** Container boxes on the path to the picture sizes, and the number of bytes in each before its child boxes. */
const CONTAINER_HEADER_BYTES: Readonly<Record<string, number>> = { meta: 12, iprp: 8, ipco: 8 }

/** Maximum depth: file, meta, iprp, ipco. */
const DEPTH_MAX = 4

/** More boxes than any real picture has, and few enough to parse in a millisecond or two. */
const BOXES_MAX = 10_000

/**
 * ISO 14496-12 4.2: reads the size of the largest picture (ispe, ISO 23008-12 6.5.3), because a file also contains
 * alpha plane, tiles and thumbnail. A file with more boxes than `BOXES_MAX` counts as damaged.
 */
const readAvif: HeaderReader = (bytes) => {
  let largest: Size | undefined
  let boxes = 0
  const visit = (from: number, to: number, depth: number): void => {
    for (let at = from; at + 8 <= to; ) {
      const length = bytes.readUInt32BE(at)
      const type = bytes.toString('latin1', at + 4, at + 8)
      const end = length === 0 ? to : Math.min(to, at + length)
      if (length !== 0 && length < 8) return
      boxes += 1
      if (boxes > BOXES_MAX) throw new RangeError('too many boxes')
      if (type === 'ispe') {
        const size = { width: bytes.readUInt32BE(at + 12), height: bytes.readUInt32BE(at + 16) }
        if (!largest || size.width * size.height > largest.width * largest.height) largest = size
      }
      const headerBytes = CONTAINER_HEADER_BYTES[type]
      if (headerBytes !== undefined && depth < DEPTH_MAX) visit(at + headerBytes, end, depth + 1)
      at = end
    }
  }
  visit(0, bytes.length, 1)
  return largest
}

const READERS: Readonly<Record<ImageType, HeaderReader>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/avif': readAvif,
}

/** Reads the header of a PNG, JPEG, WebP or AVIF file; undefined for other formats and damaged headers. */
export const readImageHeader = (file: Uint8Array): ImageHeader | undefined => {
  const type = imageTypeOf(file)
  if (!type) return undefined
  try {
    const header = READERS[type](Buffer.from(file.buffer, file.byteOffset, file.byteLength))
    return header && header.width > 0 && header.height > 0 ? { isAnimated: false, ...header, type } : undefined
  } catch (error) {
    // The file ends within its header, or the header is malformed.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
