import sharp, { type Sharp } from 'sharp'
import { INPUT_PIXELS_MAX, judgeImage } from './judge-image.ts'

/** The bytes are no acceptable image. The message is the rest of a sentence for the sender. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage'
}

/**
 * Opens an image of a caller or a provider, turned upright. Its header is judged before a pixel is decoded, by us and
 * by the decoder; a truncated file fails when its pixels are read. Images written from it are in sRGB and contain
 * nothing else of the file, neither its metadata nor bytes after the picture.
 *
 * @throws UnreadableImage if `judgeImage` refuses it, or the decoder does not understand the header
 */
export const openForeignImage = async (bytes: Uint8Array): Promise<Sharp> => {
  const judgement = judgeImage(bytes)
  if (!judgement.isTaken) throw new UnreadableImage(judgement.reason)
  const { pages = 1 } = await sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX })
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadableImage('has a damaged header; save it again and resend it', { cause })
    })
  if (pages > 1) throw new UnreadableImage('is animated; send a still image')
  return sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'truncated' }).autoOrient()
}
