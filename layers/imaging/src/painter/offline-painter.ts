import sharp from 'sharp'
import { newCanvas } from './canvas.ts'
import { editSource, readMask, readSource } from './edit-source.ts'
import { finish } from './finish.ts'
import { type ImageProvider, type ImageRequest, PaintingRefused } from './image-provider.ts'
import { paletteFor } from './palette.ts'
import { type Brief, readPrompt } from './read-prompt.ts'
import { paintScene } from './scenes/paint-scene.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import { styleOf } from './style.ts'

/**
 * Things that the stand-in does not draw. Whole words only: a sextant is no sex. A provider's own classifier is far
 * finer.
 */
const REFUSED: ReadonlySet<string> = new Set(
  'nsfw nude nudes nudity naked porn porno pornographic pornography hentai erotic erotica sex sexual sexy topless gore gory gruesome beheading beheaded dismembered mutilated torture rape suicide swastika nazi'.split(
    ' ',
  ),
)

/**
 * Refuses a prompt by a short list of words; the same prompt is always answered alike. The negative prompt is not read:
 * there the words ask for the opposite.
 *
 * @throws PaintingRefused `content_rejected`
 */
const refuseUnsafe = (prompt: string): void => {
  const words =
    prompt
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.some((word) => REFUSED.has(word)))
    throw new PaintingRefused('content_rejected', 'The offline painter does not draw this; word the prompt differently')
}

/** A master is written once and read a few times: speed before size, and nothing is lost. */
const MASTER_COMPRESSION = 2

/** Without the negative prompt: it takes things out of a picture and does not make another one. */
const randomOf = ({ prompt, seed, modelId }: ImageRequest): Random =>
  seededRandom(JSON.stringify([prompt, seed ?? 0, modelId]))

type Fresh = (order: ImageRequest, brief: Brief, random: Random) => Promise<Uint8Array>

const paintFresh: Fresh = async ({ width, height, modelId }, brief, random) => {
  const canvas = newCanvas(width, height)
  await paintScene({ canvas, brief, palette: paletteFor(brief, random.fork('palette')), random })
  return finish(canvas, styleOf(modelId), random.fork('finish'))
}

/** Three quarters of a job's CPU go into its pixels: of those of a sketch there are few. */
const SKETCH_SCALE = 8

const sketchFresh: Fresh = async (order, brief, random) => {
  const { width, height } = order
  const small = { width: Math.ceil(width / SKETCH_SCALE), height: Math.ceil(height / SKETCH_SCALE) }
  const pixels = await paintFresh({ ...order, ...small }, brief, random)
  return sharp(pixels, { raw: { ...small, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer()
}

const paintPixels = async (order: ImageRequest, freshly: Fresh): Promise<Uint8Array> => {
  const { prompt, negativePrompt, source, mask, strength } = order
  const brief = readPrompt(prompt, negativePrompt)
  const random = randomOf(order)
  if (!source) return freshly(order, brief, random)
  const kept = await readSource(source, order)
  const share = mask && (await readMask(mask, source, order))
  const fresh = await freshly(order, brief, random)
  return editSource(fresh, { source: kept, mask: share, strength, palette: paletteFor(brief, random.fork('palette')) })
}

const painterOf = (freshly: Fresh): ImageProvider => ({
  async paint(order, signal) {
    signal.throwIfAborted()
    const { prompt, width, height, source, mask } = order
    refuseUnsafe(prompt)
    if (mask && !source)
      throw new PaintingRefused('invalid_source', 'A mask needs a source image; send input_image too')
    const pixels = await paintPixels(order, freshly)
    signal.throwIfAborted()
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: MASTER_COMPRESSION })
      .toBuffer()
    return { bytes, contentType: 'image/png', width, height, costMicros: 0 }
  },
})

/**
 * Paints without any provider and without a trained model: a scene is composed from the prompt's words and drawn from a
 * seeded stream of numbers. The same order gives the same bytes on the same version of the software. The master is PNG
 * without metadata; provenance is written when it is encoded.
 *
 * Throws PaintingRefused: `content_rejected` for a prompt its word list refuses, `invalid_source` for a source or mask
 * that cannot be read, or a mask without a source.
 */
export const offlinePainter: ImageProvider = painterOf(paintFresh)

export const sketchingPainter: ImageProvider = painterOf(sketchFresh)
