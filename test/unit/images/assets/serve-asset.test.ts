import { OUTPUT_FORMATS, PRESETS } from '@signet/imaging/schemas/vocabulary'
import { newUuid } from '@signet/kernel'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseRendition, type RenditionRequest } from '../../../../lambdas/images/assets/choose-rendition.ts'
import { xmpOf } from '../../../../lambdas/images/images/encode-image.ts'
import type { ImageBucket } from '../../../../lambdas/images/images/image-bucket.ts'
import { allKeys, imageKey, masterKey, reducedKey } from '../../../../lambdas/images/images/image-keys.ts'
import { atEveryCall, crashPoint, interruption, type Moment, withCrash } from '../../../support/crash-point.ts'
import { scaled } from '../../../support/scale.ts'
import { type AssetWorld, MASTER, openAssets, SMALL_IMAGE, XMP } from './asset-world.ts'

let world: AssetWorld
beforeAll(async () => {
  world = await openAssets()
})
afterAll(() => world.close())

const DAY_MS = 86_400_000
const NOT_FOUND = { code: 'not_found' }

/** The bucket, recording stored objects. */
const recordingBucket = (stored: string[]): ImageBucket => ({
  ...world.bucket,
  async putOnce(key, ...rest) {
    stored.push(key)
    await world.bucket.putOnce(key, ...rest)
  },
})

describe('assets', () => {
  it.each(OUTPUT_FORMATS)('an asset requested in %s is served as stored, with one request to S3', async (format) => {
    const id = await world.finished(format)
    const noCrash = crashPoint(Number.POSITIVE_INFINITY, 'before')
    const { kind, headers, bytes } = await world.get(id, {}, {}, withCrash(world.bucket, noCrash))
    expect([kind, noCrash.calls]).toEqual(['whole', 1])
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

  it('an asset is served in every format, size and quality, with the provenance of the image', async () => {
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

  it('a rendition is encoded from the master, so a PNG of it is lossless', async () => {
    const id = await world.finished('webp', 10)
    const { bytes } = await world.get(id, { format: 'png' })
    const renditionPixels = await sharp(bytes).raw().toBuffer()
    const masterPixels = await sharp(MASTER).raw().toBuffer()
    expect(renditionPixels.equals(masterPixels)).toBe(true)
  })

  it('a thumbnail is made from the reduced image, without a visible difference to one from the master', async () => {
    const master = await sharp({
      create: { width: 1400, height: 1000, channels: 3, background: 'teal', noise: { type: 'gaussian', sigma: 30 } },
    })
      .png()
      .toBuffer()
    const id = await world.finished('webp', 60, master)
    const unreducedId = await world.finished('webp', 60, master)
    await world.bucket.remove([masterKey(id), reducedKey(unreducedId)])
    const pixels = async (assetId: string) => {
      const { bytes } = await world.get(assetId, { preset: 'thumbnail', format: 'png' })
      return sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    }
    const fromReduced = await pixels(id)
    const fromMaster = await pixels(unreducedId)
    expect([fromReduced.info.width, fromReduced.info.height, fromMaster.info.width]).toEqual([256, 256, 256])
    const squares = fromReduced.data.reduce((sum, value, i) => sum + (value - (fromMaster.data[i] ?? 0)) ** 2, 0)
    // Compressed photographs have a peak signal-to-noise ratio of about 30 dB.
    expect(10 * Math.log10(255 ** 2 / (squares / fromReduced.data.length))).toBeGreaterThan(30)
    expect(Buffer.from((await world.bucket.read(reducedKey(id)))!).length).toBeLessThan(master.length / 5)
  })

  it('a cut-out without a master is encoded from the image, alpha included', async () => {
    const id = await world.finished('png')
    const cutOut = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#f008' } })
      .png()
      .withXmp(XMP)
      .toBuffer()
    await world.bucket.remove([masterKey(id)])
    await world.bucket.put(imageKey(id), cutOut, { contentType: 'image/png' })
    const { bytes } = await world.get(id, { format: 'webp' })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', hasAlpha: true, width: 40 })
  })

  it('another format has the quality rung nearest to the quality of the image', async () => {
    const coarse = await world.finished('webp', 20)
    const fine = await world.finished('webp', 100)
    await world.get(coarse, { format: 'avif' })
    await world.get(fine, { format: 'avif' })
    expect(await world.keysOf(coarse)).toContain(`${imageKey(coarse)}.q25.avif`)
    expect(await world.keysOf(fine)).toContain(`${imageKey(fine)}.q95.avif`)
  })

  it('a request for the stored format and quality never stores a second copy', async () => {
    const id = await world.finished('webp', 70)
    const stored: string[] = []
    const renditions: RenditionRequest[] = [
      { format: 'webp' },
      { quality: 70 },
      { quality: 72, format: 'webp' },
      { accept: 'image/webp' },
    ]
    const image = await world.bucket.read(imageKey(id))
    for (const rendition of renditions) {
      expect((await world.get(id, rendition, {}, recordingBucket(stored))).bytes).toEqual(Buffer.from(image!))
    }
    expect(stored).toEqual([])
  })

  it('an asset has at most 50 renditions and its presets, and a deletion covers all of them', () => {
    const id = newUuid()
    const renditions = [undefined, ...PRESETS].flatMap((preset) =>
      OUTPUT_FORMATS.flatMap((format) =>
        Array.from({ length: 100 }, (_, i) => ({ preset, format, quality: i + 1 }) satisfies RenditionRequest),
      ),
    )
    const keys = new Set(
      renditions.map((rendition) => chooseRendition(id, rendition, { contentType: 'image/png', quality: 85 }).key),
    )
    const removed = allKeys(id).flat()
    expect(removed).toEqual(expect.arrayContaining([...keys]))
    expect([...keys].filter((key) => key.includes('.'))).toHaveLength(50)
    expect(new Set(removed).size).toBe(removed.length)
    expect(removed.length).toBeLessThanOrEqual(1000)
  })

  it('an expired asset returns 404 for every rendition, and no new one is stored', async () => {
    const id = await world.finished('webp')
    const renditions: RenditionRequest[] = [
      {},
      { preset: 'hero' },
      { format: 'png' },
      { preset: 'thumbnail', quality: 25 },
    ]
    const [first, ...others] = renditions
    await world.get(id, first)
    await world.get(id, others[1])
    world.clock.advance(30 * DAY_MS)
    const before = await world.keysOf(id)
    for (const rendition of renditions) {
      await expect(world.serve(id, rendition)).rejects.toMatchObject(NOT_FOUND)
      await expect(world.serve(id, rendition, { ifNoneMatch: '*' })).rejects.toMatchObject(NOT_FOUND)
      await expect(world.serve(id, rendition, { range: 'bytes=0-1' })).rejects.toMatchObject(NOT_FOUND)
      await expect(world.serve(id, rendition, { range: 'bytes=99999999-' })).rejects.toMatchObject(NOT_FOUND)
    }
    expect(await world.keysOf(id)).toEqual(before)
    world.clock.advance(-30 * DAY_MS)
  })
})

describe('concurrent requests', () => {
  it('first requests for one rendition all get the same bytes and validators', async () => {
    const id = await world.finished('webp')
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.get(id, { format: 'png', preset: 'hero' })))
    const [first] = answers
    for (const { bytes, headers } of answers) {
      expect(bytes.equals(first!.bytes)).toBe(true)
      expect([headers.etag, headers['last-modified']]).toEqual([first!.headers.etag, first!.headers['last-modified']])
    }
  })
})

describe('deletion during a request', () => {
  it('at any call of a first request leaves no object, and the next request returns 404', async () => {
    let runs = 0
    for (const rendition of [
      { preset: 'thumbnail' },
      { format: 'png', preset: 'thumbnail' },
      { quality: 25 },
    ] as RenditionRequest[]) {
      let id = ''
      const deletion = (at: number, moment: Moment) =>
        interruption(at, moment, () => world.bucket.remove(...allKeys(id)))
      runs += await atEveryCall(deletion, async (crash, when) => {
        id = await world.finished('webp', 60, SMALL_IMAGE)
        const answer = await world
          .get(id, rendition, {}, withCrash(world.bucket, crash))
          .catch((error: { code?: string }) => error.code)
        if (!crash.hasCrashed) return
        const name = `${JSON.stringify(rendition)} ${when}`
        expect(answer === 'not_found' || typeof answer === 'object', name).toBe(true)
        expect(await world.keysOf(id), name).toEqual([])
        await expect(world.serve(id, rendition), name).rejects.toMatchObject(NOT_FOUND)
      })
    }
    expect(runs).toBeGreaterThan(scaled(13, 40))
  })

  it('split around a whole first request leaves no object', async () => {
    const id = await world.finished('webp')
    const [first = [], ...rest] = allKeys(id)
    await world.bucket.remove(first)
    await expect(world.serve(id, { preset: 'hero' })).rejects.toMatchObject(NOT_FOUND)
    await world.bucket.remove(...rest)
    expect(await world.keysOf(id)).toEqual([])
  })
})

describe('byte ranges', () => {
  it('return the requested parts of image and renditions, which join to the whole', async () => {
    const id = await world.finished('webp')
    for (const rendition of [{}, { format: 'png', preset: 'thumbnail' }] as RenditionRequest[]) {
      const half = await world.get(id, rendition, { range: 'bytes=0-99' })
      const { bytes, headers } = await world.get(id, rendition)
      const rest = await world.get(id, rendition, { range: 'bytes=100-', ifRange: String(headers.etag) })
      expect([half.kind, half.contentRange]).toEqual(['part', `bytes 0-99/${bytes.length}`])
      expect([rest.kind, rest.contentRange]).toEqual(['part', `bytes 100-${bytes.length - 1}/${bytes.length}`])
      expect(Buffer.concat([half.bytes, rest.bytes]).equals(bytes)).toBe(true)
      expect((await world.get(id, rendition, { range: 'bytes=-7' })).bytes).toEqual(bytes.subarray(-7))
    }
  })

  it('return the whole image if the client has another copy, or requests several ranges', async () => {
    const id = await world.finished('webp')
    const { bytes, headers } = await world.get(id)
    for (const conditions of [
      { range: 'bytes=0-9', ifRange: '"other"' },
      { range: 'bytes=0-9', ifRange: `W/${headers.etag}` },
      { range: 'bytes=99999999-', ifRange: '"other"' },
      { range: 'bytes=0-9,20-29' },
      { range: 'bytes=9-0' },
    ]) {
      const answer = await world.get(id, {}, conditions)
      expect([answer.kind, answer.bytes.equals(bytes)], JSON.stringify(conditions)).toEqual(['whole', true])
    }
    const sameDate = { range: 'bytes=0-9', ifRange: String(headers['last-modified']) }
    expect((await world.get(id, {}, sameDate)).kind).toBe('part')
  })

  it('beyond the end return 416 with the size; a current copy takes precedence', async () => {
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
