import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Clock, notFound } from '@signet/kernel'
import type { OutputFormat, Preset } from '../contract/vocabulary.ts'
import type { ImageBucket, StoredObject, UnchangedObject, Validators } from '../images/image-bucket.ts'
import { imageKey, presetKey } from '../images/image-keys.ts'
import { resizeToPreset } from '../images/presets.ts'

export interface AssetDeps {
  readonly bucket: ImageBucket
  readonly now: Clock
}

/** An image on its way out, or the news that the client's copy is current. */
export type Served =
  | { readonly kind: 'image'; readonly body: Readable; readonly headers: Record<string, string> }
  | { readonly kind: 'unchanged'; readonly headers: Record<string, string> }

const CACHE = { 'cache-control': 'public, max-age=3600' }

/** Ids become part of object keys, so nothing else gets near the bucket. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const noSuchAsset = () => notFound('There is no such asset')

const headersOf = ({ contentType, etag, lastModified }: StoredObject | UnchangedObject): Record<string, string> => ({
  ...CACHE,
  ...(contentType ? { 'content-type': contentType } : {}),
  ...(etag ? { etag } : {}),
  ...(lastModified ? { 'last-modified': lastModified.toUTCString() } : {}),
  'x-content-type-options': 'nosniff',
})

/** The object, unless it is past its lifetime: then it is as good as gone, and its bytes are not read. */
const unlessExpired = <O extends StoredObject | UnchangedObject>(stored: O, now: Date): O | undefined => {
  if (stored.expiresAt === undefined || stored.expiresAt > now) return stored
  if (!stored.isUnchanged) stored.body.destroy()
  return undefined
}

/** Makes a preset on first request and keeps it. The image is gone when the job was deleted: then nothing is kept. */
const makePreset = async (
  { bucket, now }: AssetDeps,
  id: string,
  preset: Preset,
): Promise<StoredObject | undefined> => {
  const stored = await bucket.open(imageKey(id))
  if (stored === undefined || stored.isUnchanged) return undefined
  const original = unlessExpired(stored, now())
  if (!original) return undefined
  const { contentType = 'image/webp', expiresAt, lastModified } = original
  const source = await buffer(original.body)
  const bytes = await resizeToPreset(source, preset, contentType.slice('image/'.length) as OutputFormat)
  const etag = await bucket.put(presetKey(id, preset), bytes, { contentType, ...(expiresAt ? { expiresAt } : {}) })
  if (!(await bucket.exists(imageKey(id)))) {
    // Deleted while we resized: the deletion cannot have seen what we have just stored.
    await bucket.remove([presetKey(id, preset)])
    return undefined
  }
  return { isUnchanged: false, body: Readable.from([bytes]), contentType, etag, lastModified, expiresAt }
}

/** GET /v2/assets/:id (spec 4.5): the image, or one of its presets, made on first request. */
export const serveAsset =
  (deps: AssetDeps) =>
  async (id: string, preset: Preset | undefined, held: Validators): Promise<Served> => {
    const { bucket, now } = deps
    if (!UUID.test(id)) throw noSuchAsset()
    const stored = await bucket.open(preset ? presetKey(id, preset) : imageKey(id), held)
    const found = stored ? unlessExpired(stored, now()) : preset && (await makePreset(deps, id, preset))
    if (!found) throw noSuchAsset()
    if (found.isUnchanged) return { kind: 'unchanged', headers: headersOf(found) }
    return { kind: 'image', body: found.body, headers: headersOf(found) }
  }
