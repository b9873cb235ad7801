import sharp from 'sharp'
import { newCanvas } from './canvas.ts'
import { editSource, readMask, readSource } from './edit-source.ts'
import { finish } from './finish.ts'
import { type ImageProvider, type ImageRequest, ImageRefused } from './image-provider.ts'
import { paletteFor } from './palette.ts'
import { type Brief, readPrompt } from './read-prompt.ts'
import { paintScene } from './scenes/paint-scene.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import { styleOf } from './style.ts'

/**
 * Words that the stand-in refuses to draw. Whole words only: "sextant" is accepted. A provider's own classifier is far
 * more precise.
 */
const REFUSED: ReadonlySet<string> = new Set(
  'nsfw nude nudes nudity naked porn porno pornographic pornography hentai erotic erotica sex sexual sexy topless gore gory gruesome beheading beheaded dismembered mutilated torture rape suicide swastika nazi'.split(
    ' ',
  ),
)

/**
 * Refuses a prompt by a short word list; the same prompt always gets the same result. Does not read the negative
 * prompt, whose words exclude content.
 * @throws ImageRefused `content_rejected`
 */
const refuseUnsafe = (prompt: string): void => {
  const words =
    prompt
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.some((word) => REFUSED.has(word)))
    throw new ImageRefused(
      'content_rejected',
      'The offline provider does not generate this image; change the prompt',
    )
}

/** A master is written once and read a few times, so speed matters more than size. Lossless. */
const MASTER_COMPRESSION = 2

/** Excludes the negative prompt, which removes things from a picture and must not produce another one. */
const randomOf = ({ prompt, seed, modelId }: ImageRequest): Random =>
  seededRandom(JSON.stringify([prompt, seed ?? 0, modelId]))

type Fresh = (order: ImageRequest, brief: Brief, random: Random) => Promise<Uint8Array>

const paintFresh: Fresh = async ({ width, height, modelId }, brief, random) => {
  const canvas = newCanvas(width, height)
  await paintScene({ canvas, brief, palette: paletteFor(brief, random.fork('palette')), random })
  return finish(canvas, styleOf(modelId), random.fork('finish'))
}

/** Pixels take three quarters of a job's CPU; a sketch has few of them. */
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
      throw new ImageRefused('invalid_source', 'A mask requires a source image; send input_image too')
    const pixels = await paintPixels(order, freshly)
    signal.throwIfAborted()
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: MASTER_COMPRESSION })
      .toBuffer()
    return { bytes, contentType: 'image/png', width, height, costMicros: 0 }
  },
})

/**
 * Paints without a provider and without a trained model: composes a scene from the prompt's words and draws it from a
 * seeded stream of numbers. The same request gives the same bytes on the same version of the software. The master is
 * PNG without metadata; provenance is written when it is encoded.
 * Throws ImageRefused: `content_rejected` for a prompt on its word list, `invalid_source` for an unreadable source
 * or mask, or a mask without a source.
 */
export const offlinePainter: ImageProvider = painterOf(paintFresh)

export const sketchingPainter: ImageProvider = painterOf(sketchFresh)
