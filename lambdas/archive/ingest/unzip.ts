import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import type { PartUploads } from '@signet/bucket'
import { isConversationFile } from '@signet/chat-exports'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { fileChunks, type ReadableFile } from './file-chunks.ts'
import { ImportFailure } from './import-failure.ts'

/** Limits of a ZIP's content, so that a small file cannot fill a disk. */
export const ZIP_LIMITS = {
  members: 100_000,
  files: 2_000,
  inflatedBytes: 53_687_091_200,
  /** Inflated to deflated bytes, for members of more than `ratioFrom` bytes. */
  ratio: 250,
  ratioFrom: 16 * 1024 * 1024,
}

/** Part size of an unpacked file: at least 5 MiB, and 10,000 parts suffice for any. */
const PART_BYTES = 8 * 1024 * 1024

/** Reads a ZIP by ranges of its object, because its directory is at the end. */
class ObjectReader extends RandomAccessReader {
  /** The error if the object itself could not be read. */
  failure: unknown
  readonly #bucket: Pick<ArchiveBucket, 'read'>
  readonly #file: ReadableFile
  constructor(bucket: Pick<ArchiveBucket, 'read'>, file: ReadableFile) {
    super()
    this.#bucket = bucket
    this.#file = file
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const stream = Readable.from(fileChunks(this.#bucket, this.#file, start, end))
    stream.once('error', (error) => {
      this.failure ??= error
    })
    return stream
  }
}

const checked = (entries: readonly Entry[]): readonly Entry[] => {
  const { files, inflatedBytes, ratio, ratioFrom } = ZIP_LIMITS
  if (entries.length === 0) throw new ImportFailure('zip_without_conversations')
  if (entries.some((entry) => entry.isEncrypted())) throw new ImportFailure('zip_encrypted')
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isBomb = entries.some(
    ({ uncompressedSize, compressedSize }) => uncompressedSize > ratioFrom && uncompressedSize > compressedSize * ratio,
  )
  if (entries.length > files || total > inflatedBytes || isBomb) throw new ImportFailure('zip_too_large')
  return entries
}

/** The members with conversations, by name. */
const wantedOf = async (zip: ZipFile): Promise<readonly Entry[]> => {
  if (zip.entryCount > ZIP_LIMITS.members) throw new ImportFailure('zip_too_large')
  const wanted: Entry[] = []
  for await (const entry of zip.eachEntry()) if (isConversationFile(entry.fileName)) wanted.push(entry)
  return checked(wanted.sort((a, b) => (a.fileName < b.fileName ? -1 : 1)))
}

/** The bytes of a stream in parts of one length. */
async function* inParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let held = 0
  for await (const piece of stream) {
    pieces.push(piece)
    held += piece.length
    if (held < PART_BYTES) continue
    const bytes = Buffer.concat(pieces)
    yield bytes.subarray(0, PART_BYTES)
    pieces = [bytes.subarray(PART_BYTES)]
    held -= PART_BYTES
  }
  yield Buffer.concat(pieces)
}

interface Storage {
  readonly bucket: ArchiveBucket
  readonly parts: PartUploads
}

/** Stores a stream of any length as an object, holding at most one part in memory. */
const store = async ({ bucket, parts }: Storage, key: string, stream: AsyncIterable<Buffer>): Promise<void> => {
  const stored: { number: number; etag: string }[] = []
  let id: string | undefined
  for await (const part of inParts(stream)) {
    if (id === undefined && part.length < PART_BYTES) return bucket.put(key, part)
    id ??= await parts.create(key)
    const number = stored.length + 1
    if (part.length > 0) stored.push({ number, etag: await parts.putPart(key, id, number, part) })
  }
  if (id !== undefined) await parts.complete(key, id, stored)
}

/** An unpacked conversation file. */
export interface Unpacked {
  readonly name: string
  readonly key: string
}

/**
 * Unpacks the conversation files of a ZIP, by name, after the first `done`. Each is stored when it is yielded, and
 * never held whole. @throws ImportFailure if it is no ZIP, or is encrypted, too large or without conversations
 */
export async function* unzipped(
  storage: Storage,
  file: ReadableFile,
  keyOf: (index: number) => string,
  done: number,
): AsyncGenerator<Unpacked & { readonly isLast: boolean }> {
  const reader = new ObjectReader(storage.bucket, file)
  try {
    const zip = await fromRandomAccessReaderPromise(reader, file.bytes, { lazyEntries: true, autoClose: false })
    const wanted = await wantedOf(zip)
    for (const [index, entry] of wanted.entries()) {
      if (index < done) continue
      await store(storage, keyOf(index), (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
      yield { name: entry.fileName.toWellFormed().slice(-255), key: keyOf(index), isLast: index === wanted.length - 1 }
    }
  } catch (error) {
    if (reader.failure !== undefined) throw reader.failure
    if (error instanceof Error && isOurs(error)) throw error
    throw new ImportFailure('zip_broken')
  }
}

/** All other errors while a ZIP is read come from yauzl or zlib and describe a broken file. */
const isOurs = (error: Error): boolean =>
  ['ImportFailure', 'LeaseLost', 'SlowDown', 'AbortError', 'TypeError', 'FileGone', 'ObjectChanged'].includes(
    error.name,
  ) || error.message.startsWith('S3 ')
