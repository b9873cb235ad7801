import { readImageHeader } from '@signet/imaging/images/image-header'
import { judgeImage } from '@signet/imaging/images/judge-image'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { scaled } from '../../support/scale.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
const picture = (width: number, height: number, channels: 3 | 4 = 3): Sharp => {
  const image = sharp({ create: { width, height, channels: 3, background: '#000', noise } })
  return channels === 4 ? image.ensureAlpha(0.5) : image
}

/** Header layouts of these formats. */
const LAYOUTS = {
  png: (image: Sharp) => image.png(),
  'png, palette': (image: Sharp) => image.png({ palette: true }),
  'png, interlaced': (image: Sharp) => image.png({ progressive: true }),
  'png, metadata first': (image: Sharp) => image.withIccProfile('p3').withXmp('<x/>').png(),
  jpeg: (image: Sharp) => image.jpeg(),
  'jpeg, progressive': (image: Sharp) => image.jpeg({ progressive: true }),
  'jpeg, metadata first': (image: Sharp) =>
    image
      .withExif({ IFD0: { Copyright: 'x'.repeat(900) } })
      .withIccProfile('p3')
      .jpeg(),
  'webp, lossy': (image: Sharp) => image.webp(),
  'webp, lossless': (image: Sharp) => image.webp({ lossless: true }),
  'webp, extended': (image: Sharp) => image.withXmp('<x/>').webp(),
  avif: (image: Sharp) => image.avif({ effort: 0 }),
  'avif, metadata': (image: Sharp) => image.withXmp('<x/>').avif({ effort: 0 }),
} as const

describe.each(Object.entries(LAYOUTS))('the header of a file in %s', (name, encode) => {
  const sizes = fc.record({
    width: fc.integer({ min: 1, max: name.startsWith('avif') ? 400 : 1500 }),
    height: fc.integer({ min: 1, max: 200 }),
    channels: fc.constantFrom(3 as const, 4 as const),
  })

  it("matches the decoder's result", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async ({ width, height, channels }) => {
        const file = await encode(picture(width, height, channels)).toBuffer()
        const type = `image/${name.split(',')[0]}`
        expect(readImageHeader(file)).toEqual({ type, width, height, isAnimated: false })
        expect(judgeImage(file).isAccepted).toBe(true)
      }),
      { numRuns: scaled(4, 12) },
    )
  })

  it('never throws and takes bounded time, whatever is broken in it', async () => {
    const file = await encode(picture(64, 48)).toBuffer()
    const change = fc.tuple(fc.nat(Math.min(400, file.length - 1)), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.nat(file.length), (changes, length) => {
        const broken = Buffer.from(file.subarray(0, length))
        for (const [at, byte] of changes) if (at < broken.length) broken[at] = byte
        const header = readImageHeader(broken)
        expect(header === undefined || header.width * header.height > 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('an AVIF of several pictures', () => {
  it('has the size of the largest, so that a small first one hides nothing', async () => {
    const file = Buffer.from(await picture(64, 48).avif({ effort: 0 }).toBuffer())
    const at = file.indexOf('ispe')
    const size = Buffer.alloc(8)
    size.writeUInt32BE(60_000, 0)
    size.writeUInt32BE(60_000, 4)
    size.copy(file, at + 8)
    expect(judgeImage(file)).toMatchObject({ isAccepted: false, reason: expect.stringContaining('60000x60000 pixels') })
  })
})

const box = (type: string, ...children: Buffer[]): Buffer => {
  const content = Buffer.concat(children)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

describe('a hostile AVIF', () => {
  const ftyp = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1'))

  it('with endlessly nested boxes is refused quickly', () => {
    let nested = Buffer.concat(Array.from({ length: 60_000 }, () => box('ispe')))
    const heads = Array.from({ length: 2_000 }, (_, i) => {
      const head = box('iprp')
      head.writeUInt32BE(nested.length + 8 * (2_000 - i), 0)
      return head
    })
    nested = Buffer.concat([ftyp, ...heads, nested, Buffer.alloc(32)])
    const started = performance.now()
    expect(judgeImage(nested).isAccepted).toBe(false)
    expect(performance.now() - started).toBeLessThan(500)
  })

  it('with more boxes than any picture is refused, whatever the first boxes contain', () => {
    const ispe = box('ispe', Buffer.from([0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64]))
    const file = (count: number) =>
      Buffer.concat([ftyp, box('meta', Buffer.alloc(4), box('iprp', box('ipco', ...Array<Buffer>(count).fill(ispe))))])
    expect(readImageHeader(file(9_000))).toMatchObject({ width: 64, height: 64 })
    expect(readImageHeader(file(11_000))).toBeUndefined()
  })
})
