import sharp from 'sharp'
import { OFFLINE_PAINTER, type Painter, type PaintOrder } from '../painter.ts'
import { newCanvas } from './canvas.ts'
import { finish } from './finish.ts'
import { paletteFor } from './palette.ts'
import { readPrompt } from './read-prompt.ts'
import { paintScene } from './scenes/paint-scene.ts'
import { seededRandom } from './seeded-random.ts'
import { styleOf } from './style.ts'

/** A fresh picture as RGB bytes. */
const paintFresh = async ({
  prompt,
  negativePrompt,
  modelId,
  width,
  height,
  seed,
}: PaintOrder): Promise<Uint8Array> => {
  const brief = readPrompt(prompt, negativePrompt)
  const random = seededRandom(JSON.stringify([prompt.trim(), seed ?? 0, modelId]))
  const palette = paletteFor(brief, random.fork('palette'))
  const canvas = newCanvas(width, height)
  await paintScene({ canvas, brief, palette, random })
  return finish(canvas, styleOf(modelId), random.fork('finish'))
}

export const offlinePainter: Painter = {
  name: OFFLINE_PAINTER,
  async paint(order, signal) {
    signal.throwIfAborted()
    const { width, height } = order
    const pixels = await paintFresh(order)
    const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 2 })
      .toBuffer()
    return { bytes, contentType: 'image/png', width, height }
  },
}
