import type {
  Bucket,
  ObjectFacts as BucketFacts,
  StoredObject as BucketObject,
  OutOfRange as BucketOutOfRange,
  PutOptions,
} from '@signet/bucket'

/** What is stored of an image beside its bytes. */
interface ImageFacts {
  /** When the object expires; undefined for objects that no caller reads. */
  readonly expiresAt: Date | undefined
  /** Quality of the order, 1 to 100. */
  readonly quality: number | undefined
}

/** The metadata of an object in S3. */
export type ObjectFacts = Omit<BucketFacts, 'metadata'> & ImageFacts

/** An object being read from the bucket. `body` must be read or destroyed. */
export type StoredObject = Omit<BucketObject, 'metadata'> & ImageFacts

/** The requested range begins beyond the end of the object. */
export type OutOfRange = Omit<BucketOutOfRange, 'metadata'> & ImageFacts

/** The metadata stored with an object. */
export interface ObjectMetadata {
  readonly contentType: string
  /** When the object expires, even if it has not been deleted by then. */
  readonly expiresAt?: Date
  readonly quality?: number
}

export interface ImageBucket {
  put(key: string, body: Uint8Array, metadata: ObjectMetadata): Promise<void>
  /** Stores the bytes unless the key exists: of concurrent writers the first wins and the others change nothing. */
  putOnce(key: string, body: Uint8Array, metadata: ObjectMetadata): Promise<void>
  /** The object as a stream, or one byte range of it (`bytes=0-99`); undefined if it does not exist. */
  open(key: string, range?: string): Promise<StoredObject | OutOfRange | undefined>
  /** The metadata of the object; undefined if it does not exist. */
  head(key: string): Promise<ObjectFacts | undefined>
  /** The whole object; undefined if it does not exist. */
  read(key: string): Promise<Uint8Array | undefined>
  exists(key: string): Promise<boolean>
  /** Removes the objects, group after group, up to 1,000 in each. An absent object is no error. */
  remove(...groups: readonly (readonly string[])[]): Promise<void>
}

const EXPIRES_AT = 'expires-at'
const QUALITY = 'quality'

const imageFactsOf = <F extends BucketFacts>({ metadata, ...facts }: F): Omit<F, 'metadata'> & ImageFacts => {
  const { [EXPIRES_AT]: expiresAt, [QUALITY]: quality } = metadata
  return {
    ...facts,
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt),
    quality: quality === undefined ? undefined : Number(quality),
  }
}

const putOptions = ({ contentType, expiresAt, quality }: ObjectMetadata): PutOptions => ({
  contentType,
  metadata: {
    ...(expiresAt ? { [EXPIRES_AT]: expiresAt.toISOString() } : {}),
    ...(quality === undefined ? {} : { [QUALITY]: String(quality) }),
  },
})

/** The objects of images in a bucket, with the lifetime and quality that stand beside their bytes. */
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
      return object.isOutOfRange ? imageFactsOf(object) : imageFactsOf(object)
    },
    head,
    read: (key) => objects.read(key),
    exists: async (key) => (await head(key)) !== undefined,
    async remove(...groups) {
      for (const group of groups) await objects.remove(group)
    },
  }
}
