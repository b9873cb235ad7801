import { type Bucket, ObjectChanged } from '@signet/kernel/bucket'

export interface LogObjects {
  /** Reads a file of the log of a year: a tile, a bundle of entries, or the checkpoint. */
  read(year: string, path: string): Promise<Uint8Array | undefined>
  write(year: string, path: string, bytes: Uint8Array): Promise<void>
  checkpoint(year: string): Promise<{ readonly text: string; readonly version: string } | undefined>
  /**
   * Replaces the checkpoint of this version, or creates the first one. Returns false if the stored checkpoint is
   * another one.
   */
  replaceCheckpoint(year: string, text: string, version: string | undefined): Promise<boolean>
  /** Returns the hashes of the next receipts for a log of this size; undefined until that batch is fixed. */
  nextBatch(year: string, size: number): Promise<readonly string[] | undefined>
  /** Fixes the next batch of a log of this size. The first call wins. */
  fixNextBatch(year: string, size: number, hashes: readonly string[]): Promise<void>
}

const HASH_BYTES = 32
export const CHECKPOINT_PATH = 'checkpoint'

/** Returns the object key of a log file. Only `log/` is served. */
export const fileKey = (year: string, path: string): string => `log/${year}/${path}`
const batchKey = (year: string, size: number): string => `batches/${year}/${size}`

const hashesOf = (bytes: Buffer): readonly string[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES).toString('hex'),
  )

const BINARY = { contentType: 'application/octet-stream' }
const TEXT = { contentType: 'text/plain; charset=utf-8' }

/** A read is retried if the checkpoint was replaced in between. Checkpoints are replaced at most twice per minute. */
const READ_ATTEMPTS_MAX = 3

/** Returns text and version of a mutable object. @throws ObjectChanged if it changed on every attempt. */
const readVersion = async (
  objects: Pick<Bucket, 'read' | 'head'>,
  key: string,
  attemptsLeft = READ_ATTEMPTS_MAX,
): Promise<{ readonly text: string; readonly version: string } | undefined> => {
  const metadata = await objects.head(key)
  try {
    const bytes = metadata && (await objects.read(key, { etag: metadata.etag }))
    return bytes && { text: String(bytes), version: metadata.etag }
  } catch (error) {
    if (!(error instanceof ObjectChanged) || attemptsLeft === 1) throw error
    return readVersion(objects, key, attemptsLeft - 1)
  }
}

export const logObjects = (objects: Pick<Bucket, 'read' | 'head' | 'putOnce' | 'replace'>): LogObjects => ({
  read: (year, path) => objects.read(fileKey(year, path)),
  write: (year, path, bytes) => objects.putOnce(fileKey(year, path), bytes, BINARY),
  checkpoint: (year) => readVersion(objects, fileKey(year, CHECKPOINT_PATH)),
  async replaceCheckpoint(year, text, version) {
    const key = fileKey(year, CHECKPOINT_PATH)
    const bytes = Buffer.from(text)
    if (version !== undefined) return objects.replace(key, bytes, version, TEXT)
    await objects.putOnce(key, bytes, TEXT)
    return String(await objects.read(key)) === text
  },
  async nextBatch(year, size) {
    const bytes = await objects.read(batchKey(year, size))
    return bytes && hashesOf(bytes)
  },
  fixNextBatch: (year, size, hashes) =>
    objects.putOnce(batchKey(year, size), Buffer.concat(hashes.map((hash) => Buffer.from(hash, 'hex'))), BINARY),
})
