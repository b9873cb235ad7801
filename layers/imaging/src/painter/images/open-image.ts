import sharp, { type Sharp } from 'sharp'
import { INPUT_PIXELS_MAX, judgeImage } from './judge-image.ts'

/**
 * The bytes are not an acceptable image. The message is the predicate of a sentence for the sender, such as "is
 * animated".
 */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage'
}

/**
 * Opens an image of a caller or a provider, rotated upright. `judgeImage` and the decoder check the header before any
 * pixel is decoded; a truncated file fails when its pixels are read. Images written from it are in sRGB and contain
 * neither the file's metadata nor bytes after the picture.
 * @throws UnreadableImage if `judgeImage` refuses it, or the decoder cannot read the header
 */
export const openForeignImage = async (bytes: Uint8Array): Promise<Sharp> => {
  const judgement = judgeImage(bytes)
  if (!judgement.isAccepted) throw new UnreadableImage(judgement.reason)
  const { pages = 1 } = await sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX })
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadableImage('has a damaged header; save it again and resend it', { cause })
    })
  if (pages > 1) throw new UnreadableImage('is animated; send a still image')
  return sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'truncated' }).autoOrient()
}
