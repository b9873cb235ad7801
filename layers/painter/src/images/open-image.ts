import sharp, { type Sharp } from 'sharp'
import { INPUT_PIXELS_MAX, judgeImage } from './judge-image.ts'

/** The bytes are no image that we take; the message is the rest of a sentence for the one who sent them. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage'
}

/**
 * Opens an image that a caller or a provider sent, turned upright. Its header is judged before a pixel is decoded, by us
 * and by the decoder; a file that breaks off fails when its pixels are read. What is written from it is in sRGB and holds
 * nothing else of the file, neither its metadata nor what may follow the picture.
 *
 * @throws UnreadableImage for whatever `judgeImage` refuses, and for a header that the decoder does not understand
 */
export const openForeignImage = async (bytes: Uint8Array): Promise<Sharp> => {
  const judgement = judgeImage(bytes)
  if (!judgement.isTaken) throw new UnreadableImage(judgement.reason)
  const { pages = 1 } = await sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX })
    .metadata()
    .catch((cause: unknown) => {
      throw new UnreadableImage('has a damaged header; save it anew and send it again', { cause })
    })
  if (pages > 1) throw new UnreadableImage('is animated; send a still image')
  return sharp(bytes, { limitInputPixels: INPUT_PIXELS_MAX, failOn: 'truncated' }).autoOrient()
}
