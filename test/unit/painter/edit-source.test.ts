import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { difference, paintOffline, photograph, pixelsOf, squareMask } from '../../support/painting-orders.ts'

describe('img2img', () => {
  it('returns the source at strength 0, the fresh picture at 1, and differs from the source with the strength', async () => {
    const source = await photograph()
    const original = await pixelsOf(source)
    const distances: number[] = []
    for (const strength of [0, 0.2, 0.4, 0.6, 0.8, 1])
      distances.push(difference(original, await pixelsOf(await paintOffline({ source, strength }))))
    expect(distances[0]).toBe(0)
    for (const [i, distance] of distances.entries()) if (i > 0) expect(distance).toBeGreaterThan(distances[i - 1]!)
    expect(
      difference(await pixelsOf(await paintOffline()), await pixelsOf(await paintOffline({ source, strength: 1 }))),
    ).toBe(0)
  })

  it('has a default strength of 0.7', async () => {
    const source = await photograph()
    expect(await paintOffline({ source })).toEqual(await paintOffline({ source, strength: 0.7 }))
  })

  it('crops a source of another ratio to the size of the picture', async () => {
    const source = await sharp(await photograph(400, 100))
      .webp()
      .toBuffer()
    const { width, height } = await sharp(
      await paintOffline({ source, strength: 0.3, width: 256, height: 320 }),
    ).metadata()
    expect([width, height]).toEqual([256, 320])
  })

  it('accepts sources with transparency and in gray', async () => {
    const clear = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(await pixelsOf(await paintOffline({ source: clear, strength: 0 }))).toEqual(Buffer.alloc(256 * 256 * 3, 255))
    const gray = await sharp(await photograph())
      .greyscale()
      .jpeg()
      .toBuffer()
    expect((await paintOffline({ source: gray })).length).toBeGreaterThan(1000)
  })
})

describe('inpainting', () => {
  it('keeps every pixel under black byte for byte, and repaints the white', async () => {
    const source = await photograph()
    const before = await pixelsOf(source)
    const after = await pixelsOf(await paintOffline({ source, mask: await squareMask() }))
    const inside: number[] = []
    for (let i = 0; i < before.length; i++) {
      const pixel = Math.floor(i / 3)
      const x = pixel % 256
      const y = Math.floor(pixel / 256)
      const isWhite = x >= 64 && x < 192 && y >= 64 && y < 192
      if (isWhite) inside.push(Math.abs(before[i]! - after[i]!))
      else if (before[i] !== after[i])
        throw new Error(`The pixel ${x},${y} is under the black of the mask and was changed`)
    }
    expect(inside.reduce((sum, v) => sum + v, 0) / inside.length).toBeGreaterThan(15)
  })

  it('fits a smaller mask, and counts a transparent mask as black', async () => {
    const source = await photograph()
    const original = await pixelsOf(source)
    expect(
      difference(original, await pixelsOf(await paintOffline({ source, mask: await squareMask(64) }))),
    ).toBeGreaterThan(3)
    const clear = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(difference(original, await pixelsOf(await paintOffline({ source, mask: clear })))).toBe(0)
  })

  it('crops the mask like a source that its EXIF data turns upright', async () => {
    const upright = await sharp(await photograph(200, 400))
      .png()
      .toBuffer()
    const rotated = await sharp(upright)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(rotated).metadata()).autoOrient).toEqual({ width: 200, height: 400 })
    const mask = await sharp({ create: { width: 200, height: 400, channels: 3, background: '#000' } })
      .composite([
        { input: { create: { width: 200, height: 80, channels: 3, background: '#fff' } }, left: 0, top: 160 },
      ])
      .png()
      .toBuffer()
    const expected = await pixelsOf(await paintOffline({ source: upright, mask }))
    // Turning and scaling round differently in a few pixels; a stretched mask differs by 16.
    expect(difference(expected, await pixelsOf(await paintOffline({ source: rotated, mask })))).toBeLessThan(2)
  })

  it('refuses a mask without a source', async () => {
    await expect(paintOffline({ mask: await squareMask() })).rejects.toThrow(
      'invalid_source: A mask requires a source image',
    )
  })
})

/** A PNG that consists of a header that declares 30000x30000 pixels. */
const bomb = (): Buffer => {
  const ihdr = Buffer.from('0000000d49484452000075300000753008020000000000000000000049444154', 'hex')
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ihdr, Buffer.alloc(64)])
}

const animated = async (format: 'gif' | 'webp'): Promise<Buffer> => {
  const frames = await sharp({ create: { width: 16, height: 32, channels: 3, background: '#f00' } })
    .composite([{ input: { create: { width: 16, height: 16, channels: 3, background: '#00f' } }, left: 0, top: 16 }])
    .raw()
    .toBuffer()
  return sharp(frames, { raw: { width: 16, height: 32, channels: 3, pageHeight: 16 } })
    [format]()
    .toBuffer()
}

describe('hostile inputs are refused with a sentence', () => {
  it.each([
    ['nothing', async () => Buffer.alloc(0), 'is not a PNG'],
    ['text', async () => Buffer.from('hello'), 'is not a PNG'],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'is not a PNG',
    ],
    ['a declared gigapixel', async () => bomb(), 'The source image'],
    ['a file cut in half', async () => (await photograph(800, 800)).subarray(0, 1200), 'The source image'],
    ['a GIF', () => animated('gif'), 'is not a PNG'],
    ['an animated WebP', () => animated('webp'), 'is animated'],
  ])('%s', async (_, source, sentence) => {
    const refusal = paintOffline({ source: await source(), strength: 0.5 })
    await expect(refusal).rejects.toThrow(sentence)
    await expect(refusal).rejects.toMatchObject({
      name: 'ImageRefused',
      message: expect.stringMatching(/^invalid_source: The source image /),
    })
  })
})
