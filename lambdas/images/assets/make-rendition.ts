import type { Log } from '@signet/kernel'
import { encodeImage, xmpOf } from '../images/encode-image.ts'
import type { ImageBucket, ObjectFacts } from '../images/image-bucket.ts'
import { imageKey, masterKey, reducedKey } from '../images/image-keys.ts'
import { DEFAULT_QUALITY } from '../images/quality-ladder.ts'
import { type Choice, chooseRendition, type Wish } from './choose-rendition.ts'

interface Source {
  readonly picture: Uint8Array
  readonly xmp: string
}

/**
 * Thumbnails are made from the reduced image if there is one. Everything else is made from the master, or from the
 * image if there is no master.
 */
const sourceOf = async (bucket: ImageBucket, id: string, { preset }: Wish): Promise<Source | undefined> => {
  const reduced = preset === 'thumbnail' ? await bucket.read(reducedKey(id)) : undefined
  if (reduced) return { picture: reduced, xmp: (await xmpOf(reduced)) ?? '' }
  const [image, master] = await Promise.all([bucket.read(imageKey(id)), bucket.read(masterKey(id))])
  return image && { picture: master ?? image, xmp: (await xmpOf(image)) ?? '' }
}

/**
 * Makes a rendition on first request and keeps it as long as the image exists. Provenance is copied unchanged from the
 * image. Two concurrent requests make the same bytes, and the first write wins.
 *
 * Undefined if there is no image, or if it was deleted meanwhile; then nothing is kept.
 */
export const makeRendition = async (
  { bucket, log }: { readonly bucket: ImageBucket; readonly log: Log },
  id: string,
  wish: Wish,
  image: ObjectFacts,
): Promise<Choice | undefined> => {
  const source = await sourceOf(bucket, id, wish)
  if (!source) return undefined
  const choice = chooseRendition(id, wish, image)
  const { key, preset, format, quality = DEFAULT_QUALITY } = choice
  const made = await encodeImage(source.picture, { format, quality, preset, xmp: source.xmp })
  const expiry = image.expiresAt ? { expiresAt: image.expiresAt } : {}
  await bucket.putOnce(key, made, { contentType: `image/${format}`, ...expiry })
  if (await bucket.exists(imageKey(id))) return choice
  // The image was deleted while we encoded. A deletion removes the image first, so it may have missed the rendition
  // that we just stored.
  log.info('a rendition was no longer wanted', { asset_id: id })
  await bucket.remove([key])
  return undefined
}
