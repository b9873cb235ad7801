import { buffer } from 'node:stream/consumers'
import type { Log } from '@signet/kernel'
import { encodeImage, xmpOf } from '../images/encode-image.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { imageKey, masterKey } from '../images/image-keys.ts'
import { DEFAULT_QUALITY } from '../images/quality-ladder.ts'
import { type Choice, chooseRendition, type Wish } from './choose-rendition.ts'

/**
 * Makes a rendition on first request and keeps it until the image goes: from the master, or from the image itself where
 * that is lossless and has none (a cut-out). Provenance is carried over from the image, letter by letter. Two who make it
 * at once make the same bytes, and the first to store them wins.
 *
 * Returns what was made, or undefined when there is no image; then nothing is kept, also when it went meanwhile.
 */
export const makeRendition = async (
  { bucket, log }: { readonly bucket: ImageBucket; readonly log: Log },
  id: string,
  wish: Wish,
): Promise<Choice | undefined> => {
  const [image, master] = await Promise.all([bucket.open(imageKey(id)), bucket.read(masterKey(id))])
  if (!image || image.isOutOfRange) return undefined
  const bytes = await buffer(image.body)
  const choice = chooseRendition(id, wish, image)
  const { key, preset, format, quality = DEFAULT_QUALITY } = choice
  const xmp = (await xmpOf(bytes)) ?? ''
  const made = await encodeImage(master ?? bytes, { format, quality, preset, xmp })
  const expiry = image.expiresAt ? { expiresAt: image.expiresAt } : {}
  await bucket.putOnce(key, made, { contentType: `image/${format}`, ...expiry })
  if (await bucket.exists(imageKey(id))) return choice
  // Deleted while we encoded: a deletion removes the image first, so it may have missed what we have just stored.
  log.info('a rendition was no longer wanted', { asset_id: id })
  await bucket.remove([key])
  return undefined
}
