import sharp from 'sharp'
import { newCanvas } from './canvas.ts'
import { editSource, readMask, readSource } from './edit-source.ts'
import { finishPicture } from './finish.ts'
import { type ImageProvider, ImageRefused, type ImageRequest } from './image-provider.ts'
import { paletteFor } from './palette.ts'
import { type Brief, readPrompt } from './read-prompt.ts'
import { paintScene } from './scenes/paint-scene.ts'
import { type Random, seededRandom } from './seeded-random.ts'
import { styleOf } from './style.ts'

/**
 * Words that the offline painter refuses. Only complete words match: "sextant" is accepted. A provider's classifier is
 * far more precise.
 */
const REFUSED_WORDS: ReadonlySet<string> = new Set(
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
  if (words.some((word) => REFUSED_WORDS.has(word)))
    throw new ImageRefused('content_rejected', 'The offline provider does not generate this image; change the prompt')
}

/** A master is written once and read a few times, so speed matters more than size. Lossless. */
const MASTER_COMPRESSION = 2

/**
 * Does not depend on the negative prompt, which removes things from a picture and must not produce a different picture.
 */
const randomOf = ({ prompt, seed, modelId }: ImageRequest): Random =>
  seededRandom(JSON.stringify([prompt, seed ?? 0, modelId]))

type DrawPixels = (request: ImageRequest, brief: Brief, random: Random) => Promise<Uint8Array>

const drawFullSize: DrawPixels = async ({ width, height, modelId }, brief, random) => {
  const canvas = newCanvas(width, height)
  await paintScene({ canvas, brief, palette: paletteFor(brief, random.fork('palette')), random })
  return finishPicture(canvas, styleOf(modelId), random.fork('finish'))
}

/** Factor by which a sketch is smaller. Pixels take three quarters of a job's CPU time. */
const SKETCH_SCALE = 8

const drawSketch: DrawPixels = async (request, brief, random) => {
  const { width, height } = request
  const small = { width: Math.ceil(width / SKETCH_SCALE), height: Math.ceil(height / SKETCH_SCALE) }
  const pixels = await drawFullSize({ ...request, ...small }, brief, random)
  return sharp(pixels, { raw: { ...small, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer()
}

const paintPixels = async (request: ImageRequest, draw: DrawPixels): Promise<Uint8Array> => {
  const { prompt, negativePrompt, source, mask, strength } = request
  const brief = readPrompt(prompt, negativePrompt)
  const random = randomOf(request)
  if (!source) return draw(request, brief, random)
  const sourcePixels = await readSource(source, request)
  const maskShares = mask && (await readMask(mask, source, request))
  const drawn = await draw(request, brief, random)
  return editSource(drawn, {
    source: sourcePixels,
    mask: maskShares,
    strength,
    palette: paletteFor(brief, random.fork('palette')),
  })
}

const painterOf = (draw: DrawPixels): ImageProvider => ({
  async paint(request, signal) {
    signal.throwIfAborted()
    const { prompt, width, height, source, mask } = request
    refuseUnsafe(prompt)
    if (mask && !source)
      throw new ImageRefused('invalid_source', 'A mask requires a source image; send input_image too')
    const pixels = await paintPixels(request, draw)
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
export const offlinePainter: ImageProvider = painterOf(drawFullSize)

export const sketchingPainter: ImageProvider = painterOf(drawSketch)
