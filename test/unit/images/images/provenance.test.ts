import { OUTPUT_FORMATS, PRESETS } from '@signet/imaging/schemas/vocabulary'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeImage, xmpOf } from '../../../../lambdas/images/images/encode-image.ts'
import { provenanceXmp } from '../../../../lambdas/images/images/provenance.ts'
import { removeBackground } from '../../../../lambdas/images/images/remove-background.ts'
import { paintOffline as paint } from '../../../support/painting-orders.ts'

const painted = await paint()
const provenance = { painter: 'offline', modelId: 'flux-2-<klein>&"4b"' }
const xmp = provenanceXmp(provenance)
const ALGORITHMIC = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'

const PRESET_SIZES = { thumbnail: [256, 256], standard: [256, 256], hero: [1920, 1080], portrait: [1080, 1350] }

describe.each(OUTPUT_FORMATS)('an asset in %s', (format) => {
  it('declares in the file that it was generated and by which provider, and so does every preset', async () => {
    const image = await encodeImage(painted, { format, quality: 80, xmp })
    expect(await xmpOf(image)).toContain(`DigitalSourceType="${ALGORITHMIC}"`)
    expect(await xmpOf(image)).toContain('Signet offline painter, in place of flux-2-&#60;klein&#62;&#38;&#34;4b&#34;')
    for (const preset of PRESETS) {
      const resized = await encodeImage(painted, { format, quality: 80, preset, xmp })
      const { width, height, format: found } = await sharp(resized).metadata()
      expect([preset, width, height, found]).toEqual([
        preset,
        ...PRESET_SIZES[preset],
        format === 'avif' ? 'heif' : format,
      ])
      expect(await xmpOf(resized)).toBe(xmp)
    }
  })

  it('keeps its provenance byte for byte in another encoding', async () => {
    const image = await encodeImage(painted, { format, quality: 80, xmp })
    for (const other of OUTPUT_FORMATS) {
      const again = await encodeImage(image, { format: other, quality: 50, xmp: (await xmpOf(image)) ?? '' })
      expect(await xmpOf(again)).toBe(xmp)
    }
  })

  it('has the same bytes in repeated encodings', async () => {
    const encoding = { format, quality: 80, xmp }
    expect(await encodeImage(painted, encoding)).toEqual(await encodeImage(painted, encoding))
  })
})

it('the provenance names a trained model as such', () => {
  expect(provenanceXmp({ painter: 'edge-hosted', modelId: 'x' })).toContain('digitalsourcetype/trainedAlgorithmicMedia')
})

describe('a cut-out', () => {
  it('has provenance', async () => {
    expect(await xmpOf((await removeBackground(painted, provenance)).png)).toContain(ALGORITHMIC)
  })
})
