import { createHash } from 'node:crypto'
import { gunzip, gzip } from 'node:zlib'
import type { FlagSnapshot } from '../definition.ts'

/** A snapshot in its stored form: gzip of its JSON, and SHA-256 of those bytes in hex. */
export interface PackedSnapshot {
  readonly version: number
  readonly packed: Uint8Array
  readonly digest: string
}

/** The stored bytes differ from the written bytes, so the snapshot is not used. */
export class CorruptSnapshotError extends Error {
  override readonly name = 'CorruptSnapshotError'
}

/** Maximum size of a packed snapshot, in bytes. DynamoDB limits an item with all its attributes to 400 KB. */
export const PACKED_BYTES_MAX = 350_000

/** Maximum size of the JSON, in bytes. A Lambda function responds with at most 6 MB. */
export const UNPACKED_BYTES_MAX = 5_000_000

/** Wraps one call of zlib in a promise. `promisify` of `node:util` takes 4 ms to load. */
const zlibPromise = (call: (done: (error: Error | null, bytes: Buffer) => void) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => call((error, bytes) => (error ? reject(error) : resolve(bytes))))

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const packSnapshot = async (snapshot: FlagSnapshot): Promise<PackedSnapshot> => {
  const packed = await zlibPromise((done) => gzip(JSON.stringify(snapshot), done))
  return { version: snapshot.version, packed, digest: digestOf(packed) }
}

/**
 * Unpacks a snapshot.
 * @throws CorruptSnapshotError if the bytes do not match the digest, or are not a snapshot of that version.
 */
export const unpackSnapshot = async ({ version, packed, digest }: PackedSnapshot): Promise<FlagSnapshot> => {
  if (digestOf(packed) !== digest) throw new CorruptSnapshotError('The snapshot differs from its digest')
  let parsed: Partial<FlagSnapshot> | null
  try {
    const json = await zlibPromise((done) => gunzip(packed, { maxOutputLength: 2 * UNPACKED_BYTES_MAX }, done))
    parsed = JSON.parse(json.toString('utf8')) as Partial<FlagSnapshot> | null
  } catch (cause) {
    throw new CorruptSnapshotError('The snapshot cannot be read', { cause })
  }
  if (parsed?.version !== version || !Array.isArray(parsed.flags) || !Array.isArray(parsed.segments)) {
    throw new CorruptSnapshotError(`The snapshot does not have version ${version}`)
  }
  return parsed as FlagSnapshot
}
