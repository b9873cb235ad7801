import sharp from 'sharp'
import { newCanvas } from './canvas.ts'
import { editSource, readMask, readSource } from './edit-source.ts'
import { finish } from './finish.ts'
import { type ImageRequest, type Painter, PaintingRefused } from './image-provider.ts'
import { paletteFor } from './palette.ts'
import { type Brief, readPrompt } from './read-prompt.ts'
import { refuseUnsafe } from './refused-words.ts'
import { paintScene } from './scenes/paint-scene.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import { styleOf } from './style.ts'

/** A master is written once and read a few times: speed before size, and nothing is lost. */
const MASTER_COMPRESSION = 2

/** Without the negative prompt: it takes things out of a picture and does not make another one. */
const randomOf = ({ prompt, seed, modelId }: ImageRequest): Random =>
  seededRandom(JSON.stringify([prompt, seed ?? 0, modelId]))

const paintFresh = async (order: ImageRequest, brief: Brief, random: Random): Promise<Uint8Array> => {
  const canvas = newCanvas(order.width, order.height)
  await paintScene({ canvas, brief, palette: paletteFor(brief, random.fork('palette')), random })
  return finish(canvas, styleOf(order.modelId), random.fork('finish'))
}

const paintPixels = async (order: ImageRequest): Promise<Uint8Array> => {
  const { prompt, negativePrompt, source, mask, strength } = order
  const brief = readPrompt(prompt, negativePrompt)
  const random = randomOf(order)
  if (!source) return paintFresh(order, brief, random)
  const kept = await readSource(source, order)
  const share = mask && (await readMask(mask, source, order))
  const fresh = await paintFresh(order, brief, random)
  return editSource(fresh, { source: kept, mask: share, strength, palette: paletteFor(brief, random.fork('palette')) })
}

/**
 * Paints without any provider and without a trained model: a scene is composed from the prompt's words and drawn from a
 * seeded stream of numbers. The same order gives the same bytes on the same version of the software. The master is PNG
 * without metadata; provenance is written when it is encoded.
 *
 * Throws PaintingRefused: `content_rejected` for a prompt its word list refuses, `invalid_source` for a source or mask
 * that cannot be read, or a mask without a source.
 */
export const offlinePainter: Painter = {
  async paint(order, signal) {
    signal.throwIfAborted()
    const { prompt, width, height, source, mask } = order
    refuseUnsafe(prompt)
    if (mask && !source)
      throw new PaintingRefused('invalid_source', 'A mask needs a source image; send input_image too')
    const pixels = await paintPixels(order)
    signal.throwIfAborted()
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: MASTER_COMPRESSION })
      .toBuffer()
    return { bytes, contentType: 'image/png', width, height, costMicros: 0 }
  },
}
