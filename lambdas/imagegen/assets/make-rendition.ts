import type { Log } from '@signet/kernel'
import { encodeImage, xmpOf } from '../images/encode-image.ts'
import type { ImageBucket, ObjectFacts } from '../images/image-bucket.ts'
import { imageKey, masterKey, reducedKey } from '../images/image-keys.ts'
import { DEFAULT_QUALITY } from '../images/quality-ladder.ts'
import { type Choice, chooseRendition, type Wish } from './choose-rendition.ts'

/** A picture to make renditions from, and the provenance that they carry on. */
interface Source {
  readonly picture: Uint8Array
  readonly xmp: string
}

/** Thumbnails come of the reduced form where there is one; all else of the master, or of the image where it has none. */
const sourceOf = async (bucket: ImageBucket, id: string, { preset }: Wish): Promise<Source | undefined> => {
  const reduced = preset === 'thumbnail' ? await bucket.read(reducedKey(id)) : undefined
  if (reduced) return { picture: reduced, xmp: (await xmpOf(reduced)) ?? '' }
  const [image, master] = await Promise.all([bucket.read(imageKey(id)), bucket.read(masterKey(id))])
  return image && { picture: master ?? image, xmp: (await xmpOf(image)) ?? '' }
}

/**
 * Makes a rendition on first request and keeps it until the image goes. Provenance is carried over from the image, letter
 * by letter. Two who make it at once make the same bytes, and the first to store them wins.
 *
 * Returns what was made, or undefined when there is no image; then nothing is kept, also when it went meanwhile.
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
  // Deleted while we encoded: a deletion removes the image first, so it may have missed what we have just stored.
  log.info('a rendition was no longer wanted', { asset_id: id })
  await bucket.remove([key])
  return undefined
}
