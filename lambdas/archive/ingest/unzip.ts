import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { PartUploads } from '@signet/bucket'
import { memberKind } from '@signet/chat-exports'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { FileGone, fileChunks, type ReadableFile } from './file-chunks.ts'
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

/** What was taken out of an upload so far. */
interface Spent {
  files: number
  bytes: number
}

/** Entries that are allowed to be unpacked. @throws ImportFailure for what is encrypted or too large */
const checked = (entries: readonly Entry[], spent: Spent): readonly Entry[] => {
  const { files, inflatedBytes, ratio, ratioFrom } = ZIP_LIMITS
  if (entries.some((entry) => entry.isEncrypted())) throw new ImportFailure('zip_encrypted')
  spent.files += entries.length
  spent.bytes += entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isBomb = entries.some(
    ({ uncompressedSize, compressedSize }) => uncompressedSize > ratioFrom && uncompressedSize > compressedSize * ratio,
  )
  if (spent.files > files || spent.bytes > inflatedBytes || isBomb) throw new ImportFailure('zip_too_large')
  return entries
}

/** The members with conversations and the archives, by name; where there are none, whatever else is JSON. */
const wantedOf = async (zip: ZipFile, spent: Spent): Promise<readonly Entry[]> => {
  if (zip.entryCount > ZIP_LIMITS.members) throw new ImportFailure('zip_too_large')
  const [wanted, others]: [Entry[], Entry[]] = [[], []]
  for await (const entry of zip.eachEntry()) {
    const kind = memberKind(entry.fileName)
    if (kind === 'held' || kind === 'archive') wanted.push(entry)
    else if (kind === 'maybe') others.push(entry)
  }
  const chosen = wanted.length > 0 ? wanted : others
  return checked(
    chosen.sort((a, b) => (a.fileName < b.fileName ? -1 : 1)),
    spent,
  )
}

/** The bytes of a member. @throws ImportFailure if they are not those that its checksum was made of */
async function* inflated(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    checksum = crc32(piece, checksum)
    yield piece
  }
  if (checksum !== entry.crc32) throw new ImportFailure('zip_broken')
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

/** Where unpacked files and archives within the archive are kept. */
export interface UnpackedKeys {
  readonly file: (index: number) => string
  readonly archive: (index: number) => string
}

/** A member that can be unpacked. */
interface Member {
  readonly name: string
  readonly bytes: () => AsyncGenerator<Buffer>
}

/** How deep archives are opened within one another; a deeper one counts as a file that is not understood. */
const NESTED_MAX = 3

const opened = (reader: RandomAccessReader, bytes: number): Promise<ZipFile> =>
  fromRandomAccessReaderPromise(reader, bytes, { lazyEntries: true, autoClose: false })

/** One run over an upload's archives. */
class Unpacking {
  readonly #storage: Storage
  readonly #keys: UnpackedKeys
  readonly #spent: Spent = { files: 0, bytes: 0 }
  readonly #archives: string[] = []
  constructor(storage: Storage, keys: UnpackedKeys) {
    this.#storage = storage
    this.#keys = keys
  }

  /** The members of a ZIP and of those within it, in the order of their names. */
  async *members(file: ReadableFile, depth = 0): AsyncGenerator<Member> {
    const reader = new ObjectReader(this.#storage.bucket, file)
    try {
      const zip = await opened(reader, file.bytes)
      for (const entry of await wantedOf(zip, this.#spent)) {
        const member = { name: entry.fileName, bytes: () => inflated(zip, entry) }
        const isArchive = memberKind(entry.fileName) === 'archive' && depth < NESTED_MAX
        const inner = isArchive ? await this.#archive(member) : undefined
        if (inner) yield* this.members(inner, depth + 1)
        else yield member
      }
    } catch (error) {
      if (reader.failure !== undefined) throw reader.failure
      if (error instanceof Error && isOurs(error)) throw error
      throw new ImportFailure('zip_broken')
    }
  }

  /**
   * An archive within an archive as an object of its own, because its directory is at its end; `undefined`: it is none.
   * An earlier run may have stored it.
   */
  async #archive({ bytes }: Member): Promise<ReadableFile | undefined> {
    const { bucket } = this.#storage
    const key = this.#keys.archive(this.#archives.length)
    this.#archives.push(key)
    if (!(await bucket.head(key))) await store(this.#storage, key, bytes())
    const head = await bucket.head(key)
    if (!head) throw new FileGone(`There is no ${key}`)
    const file = { key, etag: head.etag, bytes: head.size }
    const isZip = await opened(new ObjectReader(bucket, file), head.size).then(
      () => true,
      () => false,
    )
    return isZip ? file : undefined
  }

  /** Removes the archives that were unpacked. */
  async finish(): Promise<void> {
    if (this.#archives.length > 0) await this.#storage.bucket.remove(this.#archives)
  }
}

/**
 * Unpacks the conversation files of a ZIP and of those within it, by name, after the first `done`. Each is stored when it
 * is yielded, and never held whole. @throws ImportFailure if it is no ZIP, or is encrypted, too large or without
 * conversations
 */
export async function* unzipped(
  storage: Storage,
  file: ReadableFile,
  keys: UnpackedKeys,
  done: number,
): AsyncGenerator<Unpacked> {
  const unpacking = new Unpacking(storage, keys)
  let index = 0
  for await (const { name, bytes } of unpacking.members(file)) {
    const key = keys.file(index)
    if (index++ < done) continue
    await store(storage, key, bytes())
    yield { name: name.toWellFormed().slice(-255), key }
  }
  if (index === 0) throw new ImportFailure('zip_without_conversations')
  await unpacking.finish()
}

/** All other errors while a ZIP is read come from yauzl or zlib and describe a broken file. */
const isOurs = (error: Error): boolean =>
  ['ImportFailure', 'LeaseLost', 'SlowDown', 'AbortError', 'TypeError', 'FileGone', 'ObjectChanged'].includes(
    error.name,
  ) || error.message.startsWith('S3 ')
