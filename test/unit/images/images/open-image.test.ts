import { deflateSync } from 'node:zlib'
import { openForeignImage, UnreadableImage } from '@signet/imaging/images'
import { INPUT_FILE_BYTES_MAX } from '@signet/imaging/images/judge-image'
import { OUTPUT_FORMATS } from '@signet/imaging/schemas/vocabulary'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeImage } from '../../../../lambdas/images/images/encode-image.ts'
import { provenanceXmp } from '../../../../lambdas/images/images/provenance.ts'

const xmp = provenanceXmp({ painter: 'edge-hosted', modelId: 'x' })
const SIDE = 64
const plainImage = (background = '#0a8') => sharp({ create: { width: SIDE, height: SIDE, channels: 3, background } })
const encoded = (bytes: Uint8Array) => encodeImage(bytes, { format: 'png', quality: 85, xmp })

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, crc])
}
const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** A PNG that declares that size and contains the compressed zeros of as many rows as fit in a few kilobytes. */
const bomb = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.alloc(4_000_000), { level: 9 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** Two frames of 16x16; two identical frames would be stored as one. */
const frames = (format: 'webp' | 'gif'): Promise<Buffer> => {
  const strip = Buffer.alloc(16 * 32 * 3, 200).fill(0, 0, 16 * 16 * 3)
  return sharp(strip, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
    [format]({ loop: 0 })
    .toBuffer()
}

/** Offset after the signature and the header chunk of a PNG. */
const AFTER_HEADER = 8 + 25

const animatedPng = async (): Promise<Buffer> => {
  const png = await plainImage().png().toBuffer()
  const control = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
  return Buffer.concat([png.subarray(0, AFTER_HEADER), control, png.subarray(AFTER_HEADER)])
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>'

describe('files refused before decoding', () => {
  it.each([
    ['an SVG', async () => Buffer.from(SVG), /is not a PNG/],
    ['an SVG with a byte order mark', async () => Buffer.from(`\uFEFF<?xml version="1.0"?>${SVG}`), /is not a PNG/],
    ['a GIF', () => frames('gif'), /is not a PNG/],
    ['a TIFF', () => plainImage().tiff().toBuffer(), /is not a PNG/],
    ['an HTML page', async () => Buffer.from('<!doctype html><title>502</title>'), /is not a PNG/],
    ['JSON', async () => Buffer.from('{"error":"no"}'), /is not a PNG/],
    ['nothing', async () => Buffer.alloc(0), /is not a PNG/],
    ['a signature alone', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), /damaged header/],
    ['an animated WebP', () => frames('webp'), /is animated/],
    ['an animated PNG', animatedPng, /is animated/],
    ['a bomb of 20000x20000', async () => bomb(20_000, 20_000), /400000000|20000x20000 pixels/],
    ['a wide bomb', async () => bomb(1_000_000, 51), /1000000x51 pixels|damaged header/],
    [
      'a file that is too large',
      async () => Buffer.concat([await plainImage().png().toBuffer(), Buffer.alloc(INPUT_FILE_BYTES_MAX)]),
      /bytes; the maximum is/,
    ],
  ] as const)('%s', async (_name, make, message) => {
    const bytes = await make()
    const before = process.memoryUsage().rss
    const refused = await openForeignImage(bytes).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UnreadableImage)
    expect((refused as Error).message).toMatch(message)
    // The pixels of the bombs would take hundreds of megabytes.
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })
})

describe('truncated and damaged files', () => {
  it.each(['png', 'jpeg', 'webp', 'avif'] as const)('a truncated %s never becomes an image', async (format) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const whole = await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#000', noise } })
      [format]({ quality: 90 })
      .toBuffer()
    for (const share of [0.2, 0.5, 0.8]) {
      await expect(encoded(whole.subarray(0, Math.floor(whole.length * share))), `${share}`).rejects.toThrow()
    }
  })

  it('changed bytes give a PNG within the limit of pixels or an error', async () => {
    const fullImage = await plainImage().jpeg().toBuffer()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(fullImage.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const broken = Buffer.from(fullImage)
          for (const [index, byte] of changes) broken[index] = byte
          const result = await encoded(broken).catch((error: Error) => error)
          if (result instanceof Error) return
          const { format, width, height } = await sharp(result).metadata()
          expect(format).toBe('png')
          expect(width * height).toBeLessThanOrEqual(50_000_000)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('unusual files', () => {
  const colorAt = async (bytes: Uint8Array, x: number, y: number): Promise<number[]> => {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)]
  }

  it('data after the image (a polyglot) is not served', async () => {
    const tail = Buffer.from('<script>alert(document.domain)</script>PK\x05\x06')
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const polyglot = Buffer.concat([await plainImage()[format]().toBuffer(), tail])
      for (const output of OUTPUT_FORMATS) {
        const image = await encodeImage(polyglot, { format: output, quality: 85, xmp })
        expect(image.includes('alert(')).toBe(false)
      }
    }
  })

  it("the sender's metadata is removed: no position, no camera, no comment, only the service's provenance", async () => {
    const photo = await plainImage()
      .withExif({ IFD0: { Copyright: 'Jane Doe' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-note</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    for (const format of OUTPUT_FORMATS) {
      const image = await encodeImage(photo, { format, quality: 85, xmp })
      const { exif, xmp: found } = await sharp(image).metadata()
      expect(exif?.includes('Jane Doe') ?? false).toBe(false)
      expect(image.includes('secret-note')).toBe(false)
      expect(found?.toString()).toBe(xmp)
    }
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('EXIF orientation %i is applied and removed', async (orientation) => {
    const upright = sharp(Buffer.from([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 255]), {
      raw: { width: 2, height: 3, channels: 3 },
    })
    const large = await upright.resize(32, 48, { kernel: 'nearest' }).png().toBuffer()
    const rotated = await sharp(large).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer()
    const expected = await sharp(rotated).autoOrient().png().toBuffer()
    const image = await encoded(rotated)
    const { width, height, orientation: orientationLeft = 1 } = await sharp(image).metadata()
    expect([width, height, orientationLeft]).toEqual([...(orientation > 4 ? [48, 32] : [32, 48]), 1])
    expect(await sharp(image).raw().toBuffer()).toEqual(await sharp(expected).raw().toBuffer())
  })

  it('CMYK, gray, 16-bit and other profiles become sRGB with the intended color', async () => {
    const red = plainImage('#c02020')
    const files = {
      cmyk: await red.clone().toColorspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      p3: await red.clone().withIccProfile('p3').png().toBuffer(),
      deep: await red.clone().toColorspace('rgb16').png().toBuffer(),
    }
    for (const [name, bytes] of Object.entries(files)) {
      const image = await encoded(bytes)
      expect((await sharp(image).metadata()).space, name).toBe('srgb')
      const [r = 0, g = 0, b = 0] = await colorAt(image, 5, 5)
      expect(
        [Math.abs(r - 0xc0) < 24, Math.abs(g - 0x20) < 32, Math.abs(b - 0x20) < 32],
        `${name} ${r} ${g} ${b}`,
      ).toEqual([true, true, true])
    }
    const gray = await encoded(await plainImage('#777').greyscale().png().toBuffer())
    const [r = 0, g = 0, b = 0] = await colorAt(gray, 5, 5)
    expect([g, b]).toEqual([r, r])
  })

  it('an invalid color profile is ignored', async () => {
    const png = await plainImage('#c02020').png().toBuffer()
    const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.from('not a profile'))])
    const withInvalidProfile = Buffer.concat([
      png.subarray(0, AFTER_HEADER),
      chunk('iCCP', profile),
      png.subarray(AFTER_HEADER),
    ])
    expect(await colorAt(await encoded(withInvalidProfile), 5, 5)).toEqual([0xc0, 0x20, 0x20])
  })
})
