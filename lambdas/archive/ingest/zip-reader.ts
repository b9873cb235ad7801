import type { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { FileMissingError, fileChunks, type ReadableFile } from './file-chunks.ts'
import { ImportFailure } from './import-failure.ts'

/** Maximum size of a ZIP's directory. 100,000 members with names of 250 characters take half of it. */
const DIRECTORY_BYTES_MAX = 64 * 1024 * 1024

/** Length of the end of a ZIP that contains the position of its directory: the end records and the longest comment. */
const END_BYTES = 128 * 1024

/** Minimum and maximum bytes of the GET for a member: small members share a GET, large ones are streamed. */
const MEMBER_BYTES_MIN = 256 * 1024
const MEMBER_BYTES_MAX = 8 * 1024 * 1024

/** Bytes of a local file header without name and extra field. */
const LOCAL_HEADER_BYTES = 30

/** Allowance for the extra field of a local file header, whose length is not in the directory. */
const EXTRA_FIELD_BYTES = 1_024

interface Block {
  readonly start: number
  readonly bytes: Buffer
}

type Source = Pick<ArchiveBucket, 'read'>

/** Reads a ZIP from its object by a few GETs of ranges. The directory of a ZIP is at its end. */
class ObjectReader extends RandomAccessReader {
  failure: unknown
  readonly #bucket: Source
  readonly #file: ReadableFile
  #tail: Block | undefined
  #member: Block | undefined
  constructor(bucket: Source, file: ReadableFile) {
    super()
    this.#bucket = bucket
    this.#file = file
  }

  async #load(start: number, end: number): Promise<Block> {
    const { key, etag } = this.#file
    try {
      const bytes = await this.#bucket.read(key, { range: { start, end }, etag })
      if (!bytes) throw new FileMissingError(`The object ${key} does not exist`)
      return { start, bytes }
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }

  async loadEnd(): Promise<void> {
    const { bytes } = this.#file
    this.#tail = await this.#load(Math.max(0, bytes - END_BYTES), bytes)
  }

  async loadDirectory(start: number): Promise<void> {
    const from = this.#tail?.start ?? 0
    if (start >= from) return
    if (from - start > DIRECTORY_BYTES_MAX) throw new ImportFailure('zip_too_large')
    this.#tail = await this.#load(start, this.#file.bytes)
  }

  /** Loads the beginning of a member with its header, unless the previous GET included it. */
  async loadMember({ relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength }: Entry): Promise<void> {
    const memberBytes = LOCAL_HEADER_BYTES + fileNameLength + EXTRA_FIELD_BYTES + compressedSize
    const end = Math.min(this.#file.bytes, start + Math.min(memberBytes, MEMBER_BYTES_MAX))
    if (start >= end || this.#cachedRange(start, end)) return
    this.#member = await this.#load(start, Math.min(this.#file.bytes, Math.max(end, start + MEMBER_BYTES_MIN)))
  }

  #cachedRange(start: number, end: number): Buffer | undefined {
    const bytes = this.#cachedFrom(start, end)
    return bytes && bytes.length === end - start ? bytes : undefined
  }

  #cachedFrom(start: number, end: number): Buffer | undefined {
    const cachedBlock = [this.#tail, this.#member].find(
      (block) => block && block.start <= start && start < block.start + block.bytes.length,
    )
    return cachedBlock?.bytes.subarray(start - cachedBlock.start, end - cachedBlock.start)
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    // A position after the end of the file is an error in the ZIP's directory, not a failure of the object.
    if (end > this.#file.bytes) throw new ImportFailure('zip_broken')
    const cachedBytes = this.#cachedFrom(start, end)
    if (cachedBytes) yield cachedBytes
    const from = start + (cachedBytes?.length ?? 0)
    if (from < end) yield* fileChunks(this.#bucket, this.#file, from, end)
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ) {
    const bytes = this.#cachedRange(position, position + length)
    if (!bytes) return super.read(target, offset, length, position, callback)
    bytes.copy(target, offset)
    queueMicrotask(() => callback(null))
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const stream = Readable.from(this.#chunks(start, end))
    stream.once('error', (error) => {
      this.failure ??= error
    })
    return stream
  }
}

export type ZipEntry = Entry

export interface OpenZip {
  readonly count: number
  /**
   * Yields the members once.
   * @throws ImportFailure if the directory is broken
   */
  entries(): AsyncGenerator<Entry>
  stream(entry: Entry): Promise<AsyncIterable<Buffer>>
  /** Returns the cause of an error of these calls: the failure to read the object, or `zip_broken`. */
  faultOf(error: unknown): unknown
}

/**
 * Opens a ZIP with two GETs: of its end and of its directory.
 * @throws ImportFailure if it is not a ZIP
 */
export const openZip = async (bucket: Source, file: ReadableFile): Promise<OpenZip> => {
  const reader = new ObjectReader(bucket, file)
  // Errors that do not come from reading the object come from yauzl or zlib, and mean that the file is broken.
  const faultOf = (error: unknown): unknown =>
    reader.failure ?? (error instanceof ImportFailure ? error : new ImportFailure('zip_broken'))
  try {
    await reader.loadEnd()
    const zip = await fromRandomAccessReaderPromise(reader, file.bytes, { lazyEntries: true, autoClose: false })
    await reader.loadDirectory(Number(zip.readEntryCursor))
    return {
      count: zip.entryCount,
      faultOf,
      async *entries() {
        try {
          yield* zip.eachEntry()
        } catch (error) {
          throw faultOf(error)
        }
      },
      async stream(entry) {
        await reader.loadMember(entry)
        return (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>
      },
    }
  } catch (error) {
    throw faultOf(error)
  }
}
