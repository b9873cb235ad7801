import { type Bucket, ObjectChanged } from '@signet/kernel/bucket'

export interface LogObjects {
  /** Reads a file of the log of a year: a tile, a bundle of entries, the checkpoint. */
  read(year: string, path: string): Promise<Uint8Array | undefined>
  write(year: string, path: string, bytes: Uint8Array): Promise<void>
  checkpoint(year: string): Promise<{ readonly text: string; readonly version: string } | undefined>
  /** Replaces the checkpoint of this version, or creates the first one. False if the stored checkpoint differs. */
  publish(year: string, text: string, version: string | undefined): Promise<boolean>
  /** Returns the receipt hashes that a log of this size takes next; undefined until a batch is decided. */
  batch(year: string, size: number): Promise<readonly string[] | undefined>
  /** Decides the next batch of a log of this size. The first decision wins. */
  decide(year: string, size: number, hashes: readonly string[]): Promise<void>
}

const HASH_BYTES = 32
export const CHECKPOINT = 'checkpoint'

/** Returns the object key of a log file. Only `log/` is served. */
export const fileKey = (year: string, path: string): string => `log/${year}/${path}`
const batchKey = (year: string, size: number): string => `batches/${year}/${size}`

const hashesIn = (bytes: Buffer): readonly string[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES).toString('hex'),
  )

const IMMUTABLE = { contentType: 'application/octet-stream' }
const NOTE = { contentType: 'text/plain; charset=utf-8' }

/** A checkpoint is replaced at most twice a minute: a reader that meets a replacement reads it again. */
const READ_TRIES = 3

/** Returns text and version of a mutable object. @throws ObjectChanged if it changed on every attempt. */
const readVersion = async (
  objects: Pick<Bucket, 'read' | 'head'>,
  key: string,
  tries = READ_TRIES,
): Promise<{ readonly text: string; readonly version: string } | undefined> => {
  const facts = await objects.head(key)
  try {
    const bytes = facts && (await objects.read(key, { etag: facts.etag }))
    return bytes && { text: String(bytes), version: facts.etag }
  } catch (error) {
    if (!(error instanceof ObjectChanged) || tries === 1) throw error
    return readVersion(objects, key, tries - 1)
  }
}

export const logObjects = (objects: Pick<Bucket, 'read' | 'head' | 'putOnce' | 'replace'>): LogObjects => ({
  read: (year, path) => objects.read(fileKey(year, path)),
  write: (year, path, bytes) => objects.putOnce(fileKey(year, path), bytes, IMMUTABLE),
  checkpoint: (year) => readVersion(objects, fileKey(year, CHECKPOINT)),
  async publish(year, text, version) {
    const key = fileKey(year, CHECKPOINT)
    const bytes = Buffer.from(text)
    if (version !== undefined) return objects.replace(key, bytes, version, NOTE)
    await objects.putOnce(key, bytes, NOTE)
    return String(await objects.read(key)) === text
  },
  async batch(year, size) {
    const bytes = await objects.read(batchKey(year, size))
    return bytes && hashesIn(bytes)
  },
  decide: (year, size, hashes) =>
    objects.putOnce(batchKey(year, size), Buffer.concat(hashes.map((hash) => Buffer.from(hash, 'hex'))), IMMUTABLE),
})
