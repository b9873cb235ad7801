import type { Buffer } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { memberKind } from '@signet/chat-exports'
import { type PartUploads, splitIntoParts } from '@signet/kernel/bucket'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { FileMissingError, type ReadableFile } from './file-chunks.ts'
import { ImportFailure } from './import-failure.ts'
import { type OpenZip, openZip, type ZipEntry } from './zip-reader.ts'

/** Part size of an unpacked file. S3 requires at least 5 MiB, and 10,000 parts must suffice for 50 GiB. */
const PART_BYTES = 8 * 1024 * 1024

interface Storage {
  readonly bucket: ArchiveBucket
  readonly parts: PartUploads
}

/** Stores a stream of any length as an object, with at most one part in memory. */
const store = async ({ bucket, parts }: Storage, key: string, stream: AsyncIterable<Buffer>): Promise<void> => {
  const stored: { number: number; etag: string }[] = []
  let id: string | undefined
  for await (const part of splitIntoParts(stream, PART_BYTES)) {
    if (id === undefined && part.length < PART_BYTES) return bucket.put(key, part)
    id ??= await parts.create(key)
    const number = stored.length + 1
    if (part.length > 0) stored.push({ number, etag: await parts.putPart(key, id, number, part) })
  }
  if (id !== undefined) await parts.complete(key, id, stored)
}

/** Limits of a ZIP's content, so that a small file cannot fill the storage. */
export const ZIP_LIMITS = {
  members: 100_000,
  files: 2_000,
  /** 50 GiB. */
  inflatedBytes: 53_687_091_200,
  /** Maximum ratio of inflated to deflated bytes, for members of more than `ratioFrom` bytes. */
  ratio: 250,
  ratioFrom: 16 * 1024 * 1024,
}

/** Number and size of the members to unpack so far, including nested archives. */
interface UnpackedTotals {
  files: number
  bytes: number
}

/**
 * Returns the entries, and adds them to the totals.
 * @throws ImportFailure if an entry is encrypted, or the totals exceed a limit
 */
const allowedEntries = (entries: readonly ZipEntry[], totals: UnpackedTotals): readonly ZipEntry[] => {
  const { files, inflatedBytes, ratio, ratioFrom } = ZIP_LIMITS
  if (entries.some((entry) => entry.isEncrypted())) throw new ImportFailure('zip_encrypted')
  totals.files += entries.length
  totals.bytes += entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isBomb = entries.some(
    ({ uncompressedSize, compressedSize }) => uncompressedSize > ratioFrom && uncompressedSize > compressedSize * ratio,
  )
  if (totals.files > files || totals.bytes > inflatedBytes || isBomb) throw new ImportFailure('zip_too_large')
  return entries
}

/** Returns the members with conversations and the nested archives, ordered by name; if there are none, other JSON files. */
const selectedEntries = async (zip: OpenZip, totals: UnpackedTotals): Promise<readonly ZipEntry[]> => {
  if (zip.count > ZIP_LIMITS.members) throw new ImportFailure('zip_too_large')
  const conversationEntries: ZipEntry[] = []
  const otherEntries: ZipEntry[] = []
  for await (const entry of zip.entries()) {
    const kind = memberKind(entry.fileName)
    if (kind === 'conversations' || kind === 'archive') conversationEntries.push(entry)
    else if (kind === 'json') otherEntries.push(entry)
  }
  const chosenEntries = conversationEntries.length > 0 ? conversationEntries : otherEntries
  return allowedEntries(
    chosenEntries.sort((a, b) => (a.fileName < b.fileName ? -1 : 1)),
    totals,
  )
}

/**
 * Yields the bytes of a member.
 * @throws ImportFailure if the bytes do not match the checksum
 */
async function* inflated(zip: OpenZip, entry: ZipEntry): AsyncGenerator<Buffer> {
  try {
    let checksum = 0
    for await (const chunk of await zip.stream(entry)) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
    if (checksum !== entry.crc32) throw new ImportFailure('zip_broken')
  } catch (error) {
    throw zip.faultOf(error)
  }
}

export interface UnpackedFile {
  readonly name: string
  readonly key: string
}

export interface UnpackedKeys {
  readonly file: (index: number) => string
  readonly archive: (index: number) => string
}

interface Member {
  readonly name: string
  readonly bytes: () => AsyncGenerator<Buffer>
}

/** Maximum depth of nested archives; a deeper one counts as an unknown file. */
const NESTED_MAX = 3

class Unpacker {
  readonly #storage: Storage
  readonly #keys: UnpackedKeys
  readonly #totals: UnpackedTotals = { files: 0, bytes: 0 }
  readonly #archives: string[] = []
  constructor(storage: Storage, keys: UnpackedKeys) {
    this.#storage = storage
    this.#keys = keys
  }

  /** Yields the members of a ZIP and of nested ones, ordered by name. */
  async *members(zip: OpenZip, depth = 0): AsyncGenerator<Member> {
    for (const entry of await selectedEntries(zip, this.#totals)) {
      const member = { name: entry.fileName, bytes: () => inflated(zip, entry) }
      const isArchive = memberKind(entry.fileName) === 'archive' && depth < NESTED_MAX
      const inner = isArchive ? await this.#archive(member) : undefined
      if (inner) yield* this.members(inner, depth + 1)
      else yield member
    }
  }

  /**
   * Stores a nested archive as an object and opens it, unless an earlier run has stored it: the directory of a ZIP is at
   * its end, so it cannot be read as a stream. Returns undefined if the member is not an archive.
   */
  async #archive({ bytes }: Member): Promise<OpenZip | undefined> {
    const { bucket } = this.#storage
    const key = this.#keys.archive(this.#archives.length)
    this.#archives.push(key)
    if (!(await bucket.head(key))) await store(this.#storage, key, bytes())
    const head = await bucket.head(key)
    if (!head) throw new FileMissingError(`The object ${key} does not exist`)
    return openZip(bucket, { key, etag: head.etag, bytes: head.size }).catch((error: unknown) => {
      if (error instanceof ImportFailure && error.code === 'zip_broken') return undefined
      throw error
    })
  }

  /** Removes the stored nested archives. */
  async removeArchives(): Promise<void> {
    if (this.#archives.length > 0) await this.#storage.bucket.remove(this.#archives)
  }
}

/**
 * Unpacks the conversation files of a ZIP and of nested ZIPs, ordered by name, after the first `doneCount`. A file is
 * stored before it is yielded, and is never completely in memory.
 * @throws ImportFailure if the file is not a ZIP, or is encrypted, too large or without conversations
 */
export async function* unpackedFiles(
  storage: Storage,
  file: ReadableFile,
  keys: UnpackedKeys,
  doneCount: number,
): AsyncGenerator<UnpackedFile> {
  const unpacker = new Unpacker(storage, keys)
  let index = 0
  for await (const { name, bytes } of unpacker.members(await openZip(storage.bucket, file))) {
    const key = keys.file(index)
    if (index++ < doneCount) continue
    await store(storage, key, bytes())
    yield { name: name.slice(-255).toWellFormed(), key }
  }
  if (index === 0) throw new ImportFailure('zip_without_conversations')
  await unpacker.removeArchives()
}
