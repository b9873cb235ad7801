import type { Readable } from 'node:stream'
import { type Clock, type Log, notFound, type Refusal, refusal } from '@signet/kernel'
import { byteRange, type ConditionalHeaders, isCurrent, rangeMatchesCopy } from '@signet/kernel/bucket'
import { encodeImage, xmpOf } from '../images/encode-image.ts'
import type { ImageBucket, ObjectFacts } from '../images/image-bucket.ts'
import { imageKey, masterKey, reducedKey } from '../images/image-keys.ts'
import { DEFAULT_QUALITY } from '../images/quality-ladder.ts'
import {
  type ChosenRendition,
  chooseRendition,
  formatOf,
  isStoredRendition,
  type RenditionRequest,
  storedKey,
} from './choose-rendition.ts'

/**
 * Returns the source of a rendition. Thumbnails use the reduced image if it exists. All other renditions use the
 * master, or the image if no master exists.
 */
const sourceOf = async (bucket: ImageBucket, id: string, { preset }: RenditionRequest) => {
  const reduced = preset === 'thumbnail' ? await bucket.read(reducedKey(id)) : undefined
  if (reduced) return { picture: reduced, xmp: (await xmpOf(reduced)) ?? '' }
  const [image, master] = await Promise.all([bucket.read(imageKey(id)), bucket.read(masterKey(id))])
  return image && { picture: master ?? image, xmp: (await xmpOf(image)) ?? '' }
}

/**
 * Encodes a rendition on first request and stores it as long as the image exists. Copies provenance unchanged from the
 * image. Two concurrent requests produce the same bytes, and the first write wins.
 * Returns undefined if no image exists, or if it was deleted in the meantime; then no rendition is stored.
 */
export const createRendition = async (
  { bucket, log }: { readonly bucket: ImageBucket; readonly log: Log },
  id: string,
  request: RenditionRequest,
  image: ObjectFacts,
): Promise<ChosenRendition | undefined> => {
  const source = await sourceOf(bucket, id, request)
  if (!source) return undefined
  const choice = chooseRendition(id, request, image)
  const { key, preset, format, quality = DEFAULT_QUALITY } = choice
  const bytes = await encodeImage(source.picture, { format, quality, preset, xmp: source.xmp })
  const expiry = image.expiresAt ? { expiresAt: image.expiresAt } : {}
  await bucket.putOnce(key, bytes, { contentType: `image/${format}`, ...expiry })
  if (await bucket.exists(imageKey(id))) return choice
  // The image was deleted during encoding. A deletion removes the image first, so it may have missed the rendition
  // stored here.
  log.info('rendition discarded: image deleted', { asset_id: id })
  await bucket.remove([key])
  return undefined
}

export interface AssetDeps {
  readonly bucket: ImageBucket
  readonly now: Clock
  readonly log: Log
}

type Headers = Record<string, string>

export type AssetReply =
  | { readonly kind: 'whole'; readonly body: Readable; readonly headers: Headers }
  | { readonly kind: 'part'; readonly body: Readable; readonly headers: Headers; readonly contentRange: string }
  | { readonly kind: 'unchanged'; readonly headers: Headers }

/** Ids become part of object keys, so only UUIDs may reach the bucket. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const noSuchAsset = () => notFound('The image does not exist')

const rangeRefusal = ({ size }: ObjectFacts): Refusal<'range_not_satisfiable'> =>
  refusal('range_not_satisfiable', `The image has ${size} bytes; request a range within them`, {
    headers: { 'content-range': `bytes */${size}` },
  })

const headersOf = (facts: ObjectFacts, id: string, { preset, format }: RenditionRequest): Headers => {
  const { contentType, etag, lastModified, receipt } = facts
  return {
    'cache-control': 'public, max-age=3600',
    // A URL that names its format has one representation; without a format the response depends on Accept.
    ...(format === undefined ? { vary: 'Accept' } : {}),
    ...(contentType ? { 'content-type': contentType } : {}),
    ...(etag ? { etag } : {}),
    ...(lastModified ? { 'last-modified': lastModified.toUTCString() } : {}),
    ...(receipt ? { 'x-receipt': receipt } : {}),
    'accept-ranges': 'bytes',
    'content-disposition': `inline; filename="${id}${preset ? `-${preset}` : ''}.${formatOf(facts)}"`,
    'x-content-type-options': 'nosniff',
  }
}

const isExpired = ({ expiresAt }: ObjectFacts, now: Date): boolean => expiresAt !== undefined && expiresAt <= now

const readReply = async (
  { bucket, now }: AssetDeps,
  key: string,
  conditions: ConditionalHeaders,
  headers: (facts: ObjectFacts) => Headers,
): Promise<AssetReply | Refusal<'range_not_satisfiable'> | undefined> => {
  const { ifNoneMatch, ifModifiedSince, ifRange } = conditions
  let range = byteRange(conditions.range)
  // Only a conditional request needs the metadata before the object is opened.
  if (ifNoneMatch ?? ifModifiedSince ?? (range && ifRange)) {
    const facts = await bucket.head(key)
    if (!facts || isExpired(facts, now())) return undefined
    if (isCurrent(conditions, facts)) return { kind: 'unchanged', headers: headers(facts) }
    if (ifRange !== undefined && !rangeMatchesCopy(ifRange, facts)) range = undefined
  }
  const object = await bucket.open(key, range)
  if (!object) return undefined
  if (isExpired(object, now())) {
    if (!object.isOutOfRange) object.body.destroy()
    return undefined
  }
  if (object.isOutOfRange) return rangeRefusal(object)
  const { body, contentRange } = object
  if (contentRange === undefined) return { kind: 'whole', body, headers: headers(object) }
  return { kind: 'part', body, contentRange, headers: headers(object) }
}

const requestedKey = async (
  { bucket, now }: AssetDeps,
  id: string,
  request: RenditionRequest,
): Promise<string | undefined> => {
  if (isStoredRendition(request)) return storedKey(id, request.preset)
  const image = await bucket.head(imageKey(id))
  return image && !isExpired(image, now()) ? chooseRendition(id, request, image).key : undefined
}

/**
 * GET /v2/assets/:id (spec image-service 4.5): returns the image or one of its presets, optionally in another format or
 * quality. A missing rendition is encoded from the master once.
 * @returns 404 for an absent or expired image, 416 for a range that starts beyond the end
 */
export const serveAsset =
  (deps: AssetDeps) =>
  async (
    id: string,
    request: RenditionRequest,
    conditions: ConditionalHeaders,
  ): Promise<AssetReply | Refusal<'not_found' | 'range_not_satisfiable'>> => {
    if (!UUID.test(id)) return noSuchAsset()
    const headers = (facts: ObjectFacts) => headersOf(facts, id, request)
    const key = await requestedKey(deps, id, request)
    if (key === undefined) return noSuchAsset()
    const stored = await readReply(deps, key, conditions, headers)
    if (stored) return stored
    if (key === imageKey(id)) return noSuchAsset()
    const image = await deps.bucket.head(imageKey(id))
    const rendition =
      image && !isExpired(image, deps.now()) ? await createRendition(deps, id, request, image) : undefined
    const served = rendition && (await readReply(deps, rendition.key, conditions, headers))
    if (!served) return noSuchAsset()
    return served
  }
