import type {
  Bucket,
  ObjectFacts as BucketFacts,
  StoredObject as BucketObject,
  OutOfRange as BucketOutOfRange,
  PutOptions,
} from '@signet/kernel/bucket'

interface ImageFacts {
  /** Expiry of the object; undefined for objects that no caller reads. */
  readonly expiresAt: Date | undefined
  /** Requested quality, 1 to 100. */
  readonly quality: number | undefined
  /** SHA-256 of the bytes, hex; only for images in the requested format and quality. */
  readonly sha256: string | undefined
  /** Hash of the receipt for exactly these bytes, once issued. */
  readonly receipt: string | undefined
}

export type ObjectFacts = Omit<BucketFacts, 'metadata'> & ImageFacts

/** An object being read from the bucket. `body` must be read or destroyed. */
export type StoredObject = Omit<BucketObject, 'metadata'> & ImageFacts

export type OutOfRange = Omit<BucketOutOfRange, 'metadata'> & ImageFacts

export interface ObjectMetadata {
  readonly contentType: string
  /** Time from which the object counts as absent, even if it still exists. */
  readonly expiresAt?: Date
  readonly quality?: number
  readonly sha256?: string
}

export interface ImageBucket {
  put(key: string, body: Uint8Array, metadata: ObjectMetadata): Promise<void>
  /** Stores the bytes unless the key exists. Of concurrent writers, the first wins. */
  putOnce(key: string, body: Uint8Array, metadata: ObjectMetadata): Promise<void>
  /** Opens the object as a stream, or one byte range of it (`bytes=0-99`); undefined if it does not exist. */
  open(key: string, range?: string): Promise<StoredObject | OutOfRange | undefined>
  head(key: string): Promise<ObjectFacts | undefined>
  read(key: string): Promise<Uint8Array | undefined>
  exists(key: string): Promise<boolean>
  /**
   * Stores the receipt of an object in its metadata. Bytes, ETag and time stay unchanged. Does nothing if the object
   * does not exist.
   * @throws Error if the object was replaced in the meantime
   */
  noteReceipt(key: string, hash: string): Promise<void>
  /** Removes the objects, one group of up to 1,000 after the other. Ignores absent objects. */
  remove(...groups: readonly (readonly string[])[]): Promise<void>
}

const EXPIRES_AT = 'expires-at'
const QUALITY = 'quality'
const SHA256 = 'sha256'
const RECEIPT = 'receipt'
/**
 * Metadata with the time when the bytes were stored, because S3 updates the date of an object whose metadata change.
 */
const STORED_AT = 'stored-at'

const imageFactsOf = <F extends BucketFacts>({ metadata, ...facts }: F): Omit<F, 'metadata'> & ImageFacts => {
  const { [EXPIRES_AT]: expiresAt, [QUALITY]: quality, [STORED_AT]: storedAt } = metadata
  return {
    ...facts,
    lastModified: storedAt === undefined ? facts.lastModified : new Date(storedAt),
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
    quality: quality === undefined ? undefined : Number(quality),
    sha256: metadata[SHA256],
    receipt: metadata[RECEIPT],
  }
}

const receiptWriter =
  (objects: Pick<Bucket, 'head' | 'replaceMetadata'>): ImageBucket['noteReceipt'] =>
  async (key, hash) => {
    const facts = await objects.head(key)
    if (!facts || facts.metadata[RECEIPT] === hash) return
    const { contentType, lastModified, metadata, etag } = facts
    const storedAtEntry = lastModified === undefined ? {} : { [STORED_AT]: lastModified.toISOString() }
    const options = {
      ...(contentType ? { contentType } : {}),
      metadata: { ...storedAtEntry, ...metadata, [RECEIPT]: hash },
    }
    if (await objects.replaceMetadata(key, etag, options)) return
    if (await objects.head(key)) throw new Error(`${key} was replaced while its receipt was stored`)
  }

const putOptions = ({ contentType, expiresAt, quality, sha256 }: ObjectMetadata): PutOptions => ({
  contentType,
  metadata: {
    ...(expiresAt ? { [EXPIRES_AT]: expiresAt.toISOString() } : {}),
    ...(quality === undefined ? {} : { [QUALITY]: String(quality) }),
    ...(sha256 === undefined ? {} : { [SHA256]: sha256 }),
  },
})

export const imageBucket = (objects: Bucket): ImageBucket => {
  const head: ImageBucket['head'] = async (key) => {
    const facts = await objects.head(key)
    return facts && imageFactsOf(facts)
  }
  return {
    put: (key, bytes, metadata) => objects.put(key, bytes, putOptions(metadata)),
    putOnce: (key, bytes, metadata) => objects.putOnce(key, bytes, putOptions(metadata)),
    async open(key, range) {
      const object = await objects.open(key, range)
      if (object === undefined) return undefined
      // The same call twice, because TypeScript needs the union narrowed.
      return object.isOutOfRange ? imageFactsOf(object) : imageFactsOf(object)
    },
    head,
    read: (key) => objects.read(key),
    exists: async (key) => (await head(key)) !== undefined,
    noteReceipt: receiptWriter(objects),
    async remove(...groups) {
      for (const group of groups) await objects.remove(group)
    },
  }
}
