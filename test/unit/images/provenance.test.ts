import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { OUTPUT_FORMATS, PRESETS } from '../../../lambdas/imagegen/contract/vocabulary.ts'
import { encodeImage } from '../../../lambdas/imagegen/images/encode-image.ts'
import { resizeToPreset } from '../../../lambdas/imagegen/images/presets.ts'
import { removeBackground } from '../../../lambdas/imagegen/images/remove-background.ts'
import { painted } from '../painter/orders.ts'

const provenance = { painter: 'offline', modelId: 'flux-2-<klein>&"4b"' }
const ALGORITHMIC = 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia'

const xmpOf = async (image: Uint8Array): Promise<string> => (await sharp(image).metadata()).xmp?.toString('utf8') ?? ''

const PRESET_SIZES = { thumbnail: [256, 256], standard: [256, 256], hero: [1920, 1080], portrait: [1080, 1350] }

describe.each(OUTPUT_FORMATS)('an asset in %s', (format) => {
  it('says in the file that a machine made it and which painter drew it, and so does every preset', async () => {
    const image = await encodeImage(await painted(), { format, quality: 80, provenance })
    expect(await xmpOf(image)).toContain(`DigitalSourceType="${ALGORITHMIC}"`)
    expect(await xmpOf(image)).toContain(
      'Signet offline painter, standing in for flux-2-&#60;klein&#62;&#38;&#34;4b&#34;',
    )
    for (const preset of PRESETS) {
      const resized = await resizeToPreset(image, preset, format)
      const { width, height, format: found } = await sharp(resized).metadata()
      expect([preset, width, height, found]).toEqual([
        preset,
        ...PRESET_SIZES[preset],
        format === 'avif' ? 'heif' : format,
      ])
      expect(await xmpOf(resized)).toContain(ALGORITHMIC)
    }
  })

  it('names a trained model as such', async () => {
    const image = await encodeImage(await painted(), {
      format,
      quality: 80,
      provenance: { painter: 'edge-hosted', modelId: 'x' },
    })
    expect(await xmpOf(image)).toContain('digitalsourcetype/trainedAlgorithmicMedia')
  })

  it('has the same bytes whenever it is encoded', async () => {
    const master = await painted()
    const encoding = { format, quality: 80, provenance }
    expect(await encodeImage(master, encoding)).toEqual(await encodeImage(master, encoding))
  })
})

describe('a cut-out', () => {
  it('carries provenance too', async () => {
    expect(await xmpOf((await removeBackground(await painted(), provenance)).png)).toContain(ALGORITHMIC)
  })
})
