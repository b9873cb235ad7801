import { OUTPUT_FORMATS, PRESETS } from '@signet/imaging/schemas/vocabulary'
import { newUuid } from '@signet/kernel'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseRendition, type Wish } from '../../../../lambdas/images/assets/choose-rendition.ts'
import { xmpOf } from '../../../../lambdas/images/images/encode-image.ts'
import type { ImageBucket } from '../../../../lambdas/images/images/image-bucket.ts'
import { allKeys, imageKey, masterKey, reducedKey } from '../../../../lambdas/images/images/image-keys.ts'
import { atEveryCall, crashPoint, interruption, type Moment, withCrash } from '../../../support/crash-point.ts'
import { scaled } from '../../../support/scale.ts'
import { type AssetWorld, MASTER, openAssets, STAMP, XMP } from './asset-world.ts'

let world: AssetWorld
beforeAll(async () => {
  world = await openAssets()
})
afterAll(() => world.close())

const DAY_MS = 86_400_000
const GONE = { code: 'not_found' }

/** The bucket, recording stored objects. */
const counting = (stored: string[]): ImageBucket => ({
  ...world.bucket,
  async putOnce(key, ...rest) {
    stored.push(key)
    await world.bucket.putOnce(key, ...rest)
  },
})

describe('an asset', () => {
  it.each(OUTPUT_FORMATS)('ordered in %s is served as it was stored, by one request to the store', async (format) => {
    const id = await world.finished(format)
    const never = crashPoint(Number.POSITIVE_INFINITY, 'before')
    const { kind, headers, bytes } = await world.get(id, {}, {}, withCrash(world.bucket, never))
    expect([kind, never.calls]).toEqual(['whole', 1])
    expect(bytes).toEqual(Buffer.from((await world.bucket.read(imageKey(id)))!))
    expect(headers).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=3600',
      vary: 'Accept',
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="${id}.${format}"`,
      'x-content-type-options': 'nosniff',
    })
  })

  it('is served in every format, size and quality, with the provenance of the image', async () => {
    const id = await world.finished('webp')
    for (const format of OUTPUT_FORMATS) {
      for (const preset of [undefined, 'thumbnail'] as const) {
        const { headers, bytes } = await world.get(id, { format, preset, quality: 50 })
        const { format: found, width } = await sharp(bytes).metadata()
        expect([found, width]).toEqual([format === 'avif' ? 'heif' : format, preset ? 256 : 320])
        expect(headers['content-type']).toBe(`image/${format}`)
        expect(headers.vary).toBeUndefined()
        expect(await xmpOf(bytes)).toBe(XMP)
      }
    }
  })

  it('is made again from the master, not from the encoded image: a PNG of it is lossless', async () => {
    const id = await world.finished('webp', 10)
    const { bytes } = await world.get(id, { format: 'png' })
    const made = await sharp(bytes).raw().toBuffer()
    const master = await sharp(MASTER).raw().toBuffer()
    expect(made.equals(master)).toBe(true)
  })

  it('as a thumbnail is made from the reduced form alone, and nobody sees a difference to one of the master', async () => {
    const master = await sharp({
      create: { width: 1400, height: 1000, channels: 3, background: 'teal', noise: { type: 'gaussian', sigma: 30 } },
    })
      .png()
      .toBuffer()
    const id = await world.finished('webp', 60, master)
    const old = await world.finished('webp', 60, master)
    await world.bucket.remove([masterKey(id), reducedKey(old)])
    const pixels = async (of: string) => {
      const { bytes } = await world.get(of, { preset: 'thumbnail', format: 'png' })
      return sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    }
    const made = await pixels(id)
    const direct = await pixels(old)
    expect([made.info.width, made.info.height, direct.info.width]).toEqual([256, 256, 256])
    const squares = made.data.reduce((sum, value, i) => sum + (value - (direct.data[i] ?? 0)) ** 2, 0)
    // Compressed photographs have a peak signal-to-noise ratio of about 30 dB.
    expect(10 * Math.log10(255 ** 2 / (squares / made.data.length))).toBeGreaterThan(30)
    expect(Buffer.from((await world.bucket.read(reducedKey(id)))!).length).toBeLessThan(master.length / 5)
  })

  it('without a master (a cut-out) is made from the image itself, alpha included', async () => {
    const id = await world.finished('png')
    const cut = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#f008' } })
      .png()
      .withXmp(XMP)
      .toBuffer()
    await world.bucket.remove([masterKey(id)])
    await world.bucket.put(imageKey(id), cut, { contentType: 'image/png' })
    const { bytes } = await world.get(id, { format: 'webp' })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true, width: 40 })
  })

  it('in another format has the quality that is nearest to the one it was ordered in', async () => {
    const coarse = await world.finished('webp', 20)
    const fine = await world.finished('webp', 100)
    await world.get(coarse, { format: 'avif' })
    await world.get(fine, { format: 'avif' })
    expect(await world.keysOf(coarse)).toContain(`${imageKey(coarse)}.q25.avif`)
    expect(await world.keysOf(fine)).toContain(`${imageKey(fine)}.q95.avif`)
  })

  it('in its own format and quality is never stored twice, however it is asked for', async () => {
    const id = await world.finished('webp', 70)
    const stored: string[] = []
    const wishes: Wish[] = [
      { format: 'webp' },
      { quality: 70 },
      { quality: 72, format: 'webp' },
      { accept: 'image/webp' },
    ]
    const image = await world.bucket.read(imageKey(id))
    for (const wish of wishes) {
      expect((await world.get(id, wish, {}, counting(stored))).bytes).toEqual(Buffer.from(image!))
    }
    expect(stored).toEqual([])
  })

  it('has at most 50 renditions beside its presets, whatever is asked for, and a deletion knows them all', () => {
    const id = newUuid()
    const wishes = [undefined, ...PRESETS].flatMap((preset) =>
      OUTPUT_FORMATS.flatMap((format) =>
        Array.from({ length: 100 }, (_, i) => ({ preset, format, quality: i + 1 }) satisfies Wish),
      ),
    )
    const keys = new Set(wishes.map((wish) => chooseRendition(id, wish, { contentType: 'image/png', quality: 85 }).key))
    const removed = allKeys(id).flat()
    expect(removed).toEqual(expect.arrayContaining([...keys]))
    expect([...keys].filter((key) => key.includes('.'))).toHaveLength(50)
    expect(new Set(removed).size).toBe(removed.length)
    expect(removed.length).toBeLessThanOrEqual(1000)
  })

  it('is gone with every rendition when it is past its lifetime, and none is made any more', async () => {
    const id = await world.finished('webp')
    const wishes: Wish[] = [{}, { preset: 'hero' }, { format: 'png' }, { preset: 'thumbnail', quality: 25 }]
    const [first, ...others] = wishes
    await world.get(id, first)
    await world.get(id, others[1])
    world.clock.advance(30 * DAY_MS)
    const before = await world.keysOf(id)
    for (const wish of wishes) {
      await expect(world.serve(id, wish)).rejects.toMatchObject(GONE)
      await expect(world.serve(id, wish, { ifNoneMatch: '*' })).rejects.toMatchObject(GONE)
      await expect(world.serve(id, wish, { range: 'bytes=0-1' })).rejects.toMatchObject(GONE)
      await expect(world.serve(id, wish, { range: 'bytes=99999999-' })).rejects.toMatchObject(GONE)
    }
    expect(await world.keysOf(id)).toEqual(before)
    world.clock.advance(-30 * DAY_MS)
  })
})

describe('many at once', () => {
  it('who ask first for one rendition all get the same bytes under the same validators', async () => {
    const id = await world.finished('webp')
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.get(id, { format: 'png', preset: 'hero' })))
    const [first] = answers
    for (const { bytes, headers } of answers) {
      expect(bytes.equals(first!.bytes)).toBe(true)
      expect([headers.etag, headers['last-modified']]).toEqual([first!.headers.etag, first!.headers['last-modified']])
    }
  })
})

describe('a deletion', () => {
  it('beside any call of a first request leaves nothing behind, and the next request finds nothing', async () => {
    let runs = 0
    for (const wish of [{ preset: 'thumbnail' }, { format: 'png', preset: 'thumbnail' }, { quality: 25 }] as Wish[]) {
      let id = ''
      const deletion = (at: number, moment: Moment) =>
        interruption(at, moment, () => world.bucket.remove(...allKeys(id)))
      runs += await atEveryCall(deletion, async (cut, when) => {
        id = await world.finished('webp', 60, STAMP)
        const answer = await world
          .get(id, wish, {}, withCrash(world.bucket, cut))
          .catch((error: { code?: string }) => error.code)
        if (!cut.hasCut) return
        const name = `${JSON.stringify(wish)} ${when}`
        expect(answer === 'not_found' || typeof answer === 'object', name).toBe(true)
        expect(await world.keysOf(id), name).toEqual([])
        await expect(world.serve(id, wish), name).rejects.toMatchObject(GONE)
      })
    }
    expect(runs).toBeGreaterThan(scaled(13, 40))
  })

  it('that is cut in two around a whole first request leaves nothing behind', async () => {
    const id = await world.finished('webp')
    const [first = [], ...rest] = allKeys(id)
    await world.bucket.remove(first)
    await expect(world.serve(id, { preset: 'hero' })).rejects.toMatchObject(GONE)
    await world.bucket.remove(...rest)
    expect(await world.keysOf(id)).toEqual([])
  })
})

describe('a part of an image', () => {
  it('is what was asked for, of the image and of what is made of it, and the parts make the whole', async () => {
    const id = await world.finished('webp')
    for (const wish of [{}, { format: 'png', preset: 'thumbnail' }] as Wish[]) {
      const half = await world.get(id, wish, { range: 'bytes=0-99' })
      const { bytes, headers } = await world.get(id, wish)
      const rest = await world.get(id, wish, { range: 'bytes=100-', ifRange: String(headers.etag) })
      expect([half.kind, half.contentRange]).toEqual(['part', `bytes 0-99/${bytes.length}`])
      expect([rest.kind, rest.contentRange]).toEqual(['part', `bytes 100-${bytes.length - 1}/${bytes.length}`])
      expect(Buffer.concat([half.bytes, rest.bytes]).equals(bytes)).toBe(true)
      expect((await world.get(id, wish, { range: 'bytes=-7' })).bytes).toEqual(bytes.subarray(-7))
    }
  })

  it('is the whole where the client holds another copy, and where several ranges are asked for', async () => {
    const id = await world.finished('webp')
    const { bytes, headers } = await world.get(id)
    for (const held of [
      { range: 'bytes=0-9', ifRange: '"other"' },
      { range: 'bytes=0-9', ifRange: `W/${headers.etag}` },
      { range: 'bytes=99999999-', ifRange: '"other"' },
      { range: 'bytes=0-9,20-29' },
      { range: 'bytes=9-0' },
    ]) {
      const answer = await world.get(id, {}, held)
      expect([answer.kind, answer.bytes.equals(bytes)], JSON.stringify(held)).toEqual(['whole', true])
    }
    const sameDate = { range: 'bytes=0-9', ifRange: String(headers['last-modified']) }
    expect((await world.get(id, {}, sameDate)).kind).toBe('part')
  })

  it('behind the end is refused with 416 and the size; a current copy comes before any range', async () => {
    const id = await world.finished('webp')
    const { bytes, headers } = await world.get(id)
    for (const range of [`bytes=${bytes.length}-`, 'bytes=99999999-', 'bytes=-0']) {
      await expect(world.serve(id, {}, { range }), range).rejects.toMatchObject({
        code: 'range_not_satisfiable',
        headers: { 'content-range': `bytes */${bytes.length}` },
      })
      const current = { range, ifNoneMatch: `W/${headers.etag}` }
      expect((await world.get(id, {}, current)).kind).toBe('unchanged')
    }
  })
})
