import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { offlinePainter, sketchingPainter } from '@signet/imaging/painter'
import { ASPECT_RATIOS } from '@signet/imaging/schemas/vocabulary'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sizeFor } from '../../../lambdas/images/models/sizes.ts'
import { difference, imageRequest, paintOffline, pixelsOf } from '../../support/painting-orders.ts'

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const SCENES = [
  'a red lighthouse at dusk',
  'saturn in a nebula',
  'pink flowers and a butterfly',
  'abstract marble',
  'bauhaus geometric poster',
  'portrait of a lady',
  'tokyo skyline, neon',
  'northern lights over a cabin in the snow, fireflies, rain, rainbow, storm',
]

/** For tests that do not depend on the size. */
const SMALL = { width: 160, height: 160 }

describe('the offline painter', () => {
  it('paints the same bytes in another process', async () => {
    const program = `
      import { createHash } from 'node:crypto'
      import { offlinePainter, sketchingPainter } from ${JSON.stringify(new URL('../../../layers/imaging/src/painter/offline-painter.ts', import.meta.url).href)}
      const { bytes } = await offlinePainter.paint(JSON.parse(process.argv[1]), new AbortController().signal)
      console.log(createHash('sha256').update(bytes).digest('hex'))`
    const args = ['--input-type=module-typescript', '-e', program, JSON.stringify(imageRequest())]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout.trim()).toBe(sha(await paintOffline()))
  })

  it.each(SCENES)('paints the same bytes twice, and others for another seed: %s', async (prompt) => {
    const first = await paintOffline({ ...SMALL, prompt })
    expect(sha(await paintOffline({ ...SMALL, prompt }))).toBe(sha(first))
    const otherSeed = await paintOffline({ ...SMALL, prompt, seed: 8 })
    expect(difference(await pixelsOf(first), await pixelsOf(otherSeed))).toBeGreaterThan(8)
  })

  it.each(ASPECT_RATIOS)('has exactly the requested size at %s', async (ratio) => {
    for (const [modelId, table, painter] of [
      ['sd-1.5-img2img', 'sd15', offlinePainter],
      ['phoenix-1.0', 'oneMegapixel', sketchingPainter],
    ] as const) {
      const size = sizeFor(table, ratio)
      const { bytes, contentType } = await painter.paint(
        imageRequest({ ...size, modelId }),
        new AbortController().signal,
      )
      const found = await sharp(bytes).metadata()
      expect({ width: found.width, height: found.height, format: found.format, channels: found.channels }).toEqual({
        ...size,
        format: 'png',
        channels: 3,
      })
      expect(contentType).toBe('image/png')
    }
  })

  it.each([
    '',
    '   ',
    '東京の夜、雪',
    'קסם ביער',
    '🦊🌙',
    '\u{1F468}\u200D\u{1F680}',
    'q'.repeat(2000),
    '\u0000\uD800<svg/onload=1>',
    '</svg><script>',
  ])('paints something with light and shade for the prompt %j', async (prompt) => {
    const { channels } = await sharp(await paintOffline({ ...SMALL, prompt })).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(8)
  })

  it('sketches the scene that it would paint, the same bytes each time', async () => {
    const sketched = () => sketchingPainter.paint(imageRequest(), new AbortController().signal)
    const { bytes } = await sketched()
    expect(sha((await sketched()).bytes)).toBe(sha(bytes))
    const completeImage = await pixelsOf(await paintOffline())
    const otherPrompt = await pixelsOf(await paintOffline({ prompt: 'pink flowers and a butterfly' }))
    expect(difference(await pixelsOf(bytes), completeImage)).toBeLessThan(
      difference(await pixelsOf(bytes), otherPrompt) / 2,
    )
  })

  it('omits only what the negative prompt names', async () => {
    const prompt = 'a boat and a balloon on the sea at noon'
    const plain = await pixelsOf(await paintOffline({ prompt }))
    const without = await pixelsOf(await paintOffline({ prompt, negativePrompt: 'balloons' }))
    const changed = plain.filter((v, i) => Math.abs(v - without[i]!) > 12).length / plain.length
    expect(changed).toBeGreaterThan(0.005)
    expect(changed).toBeLessThan(0.2)
  })

  it('paints the same picture for a negative prompt without effect', async () => {
    expect(sha(await paintOffline({ negativePrompt: 'blurry, low quality' }))).toBe(sha(await paintOffline()))
  })

  it('gives each model its own style', async () => {
    const flux = await paintOffline({ modelId: 'flux-2-dev' })
    const dreamshaper = await paintOffline({ modelId: 'dreamshaper-8-lcm' })
    expect(sha(flux)).not.toBe(sha(dreamshaper))
  })

  it.each(['nude', 'a GORE scene', 'ｎｓｆｗ', 'very nsfw, please'])('refuses %j', async (prompt) => {
    await expect(paintOffline({ prompt })).rejects.toThrow(
      'content_rejected: The offline provider does not generate this image',
    )
  })

  it.each(['a sextant in Sussex', 'a Gorey drawing'])(
    'accepts %j, which contains an unsafe word only as a part of another',
    async (prompt) => {
      expect((await paintOffline({ prompt })).length).toBeGreaterThan(1000)
    },
  )

  it('does not begin when its caller has aborted', async () => {
    await expect(offlinePainter.paint(imageRequest(), AbortSignal.abort(new Error('given up')))).rejects.toThrow(
      'given up',
    )
  })
})
