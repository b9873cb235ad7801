import sharp from 'sharp'
import { OFFLINE_PAINTER, type Painter } from '../painter.ts'

export const offlinePainter: Painter = {
  name: OFFLINE_PAINTER,
  async paint({ width, height, seed = 0 }) {
    const background = { r: seed % 256, g: 120, b: 160 }
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
    return { bytes, contentType: 'image/png', width, height }
  },
}
