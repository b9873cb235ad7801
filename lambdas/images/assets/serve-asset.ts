import type { Readable } from 'node:stream'
import { type Clock, type Log, notFound, type Refusal, refusal } from '@signet/kernel'
import { byteRange, type ConditionalHeaders, holdsSame, isCurrent } from '@signet/kernel/bucket'
import type { ImageBucket, ObjectFacts } from '../images/image-bucket.ts'
import { imageKey } from '../images/image-keys.ts'
import { chooseRendition, formatOf, isOwnWanted, ownKey, type Wish } from './choose-rendition.ts'
import { makeRendition } from './make-rendition.ts'

export interface AssetDeps {
  readonly bucket: ImageBucket
  readonly now: Clock
  readonly log: Log
}

type Headers = Record<string, string>

/** An image or a part of it being sent, or a 304 because the client's copy is current. */
export type AssetReply =
  | { readonly kind: 'whole'; readonly body: Readable; readonly headers: Headers }
  | { readonly kind: 'part'; readonly body: Readable; readonly headers: Headers; readonly contentRange: string }
  | { readonly kind: 'unchanged'; readonly headers: Headers }

/** Ids become part of object keys, so only UUIDs may reach the bucket. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const noSuchAsset = () => notFound('There is no such asset')

const outOfRange = ({ size }: ObjectFacts): Refusal<'range_not_satisfiable'> =>
  refusal('range_not_satisfiable', `The image has ${size} bytes; ask for a range within them`, {
    headers: { 'content-range': `bytes */${size}` },
  })

const headersOf = (facts: ObjectFacts, id: string, { preset, format }: Wish): Headers => {
  const { contentType, etag, lastModified, receipt } = facts
  return {
    'cache-control': 'public, max-age=3600',
    // A URL that names its format has one answer; any other depends on what the client accepts.
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

/** Reads an object under the client's conditions; undefined if there is no readable object. */
const answer = async (
  { bucket, now }: AssetDeps,
  key: string,
  held: ConditionalHeaders,
  headers: (facts: ObjectFacts) => Headers,
): Promise<AssetReply | Refusal<'range_not_satisfiable'> | undefined> => {
  const { ifNoneMatch, ifModifiedSince, ifRange } = held
  let range = byteRange(held.range)
  if (ifNoneMatch ?? ifModifiedSince ?? (range && ifRange)) {
    const facts = await bucket.head(key)
    if (!facts || isExpired(facts, now())) return undefined
    if (isCurrent(held, facts)) return { kind: 'unchanged', headers: headers(facts) }
    if (ifRange !== undefined && !holdsSame(ifRange, facts)) range = undefined
  }
  const opened = await bucket.open(key, range)
  if (!opened) return undefined
  if (isExpired(opened, now())) {
    if (!opened.isOutOfRange) opened.body.destroy()
    return undefined
  }
  if (opened.isOutOfRange) return outOfRange(opened)
  const { body, contentRange } = opened
  if (contentRange === undefined) return { kind: 'whole', body, headers: headers(opened) }
  return { kind: 'part', body, contentRange, headers: headers(opened) }
}

/** The key of the wanted rendition; undefined if there is no such image. */
const wantedKey = async ({ bucket, now }: AssetDeps, id: string, wish: Wish): Promise<string | undefined> => {
  if (isOwnWanted(wish)) return ownKey(id, wish.preset)
  const image = await bucket.head(imageKey(id))
  return image && !isExpired(image, now()) ? chooseRendition(id, wish, image).key : undefined
}

/**
 * GET /v2/assets/:id (spec 4.5): the image, one of its presets, or either in another format or quality. A missing
 * rendition is made from the master, once.
 *
 * @returns 404 for an absent or expired image, 416 for a range beyond the end
 */
export const serveAsset =
  (deps: AssetDeps) =>
  async (
    id: string,
    wish: Wish,
    held: ConditionalHeaders,
  ): Promise<AssetReply | Refusal<'not_found' | 'range_not_satisfiable'>> => {
    if (!UUID.test(id)) return noSuchAsset()
    const headers = (facts: ObjectFacts) => headersOf(facts, id, wish)
    const key = await wantedKey(deps, id, wish)
    if (key === undefined) return noSuchAsset()
    const kept = await answer(deps, key, held, headers)
    if (kept) return kept
    if (key === imageKey(id)) return noSuchAsset()
    const image = await deps.bucket.head(imageKey(id))
    const made = image && !isExpired(image, deps.now()) ? await makeRendition(deps, id, wish, image) : undefined
    const served = made && (await answer(deps, made.key, held, headers))
    if (!served) return noSuchAsset()
    return served
  }
