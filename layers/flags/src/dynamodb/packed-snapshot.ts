import { createHash } from 'node:crypto'
import { gunzip, gzip } from 'node:zlib'
import type { FlagSnapshot } from '../definition.ts'

/** A snapshot as it is stored: gzip of its JSON, and SHA-256 of those bytes in hex. */
export interface PackedSnapshot {
  readonly version: number
  readonly packed: Uint8Array
  readonly digest: string
}

/** The stored bytes are not the written ones. Nothing of them is used. */
export class PoisonedSnapshot extends Error {
  override readonly name = 'PoisonedSnapshot'
}

/** A snapshot of this size is refused before it is written: DynamoDB takes 400 KB an item, other members included. */
export const PACKED_BYTES_MAX = 350_000

/** A larger JSON is refused too, because a Lambda function answers with 6 MB at most. */
export const UNPACKED_BYTES_MAX = 5_000_000

/** One call of zlib as a promise. `promisify` of `node:util` takes 4 ms to load. */
const settled = (call: (done: (error: Error | null, bytes: Buffer) => void) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => call((error, bytes) => (error ? reject(error) : resolve(bytes))))

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const packSnapshot = async (snapshot: FlagSnapshot): Promise<PackedSnapshot> => {
  const packed = await settled((done) => gzip(JSON.stringify(snapshot), done))
  return { version: snapshot.version, packed, digest: digestOf(packed) }
}

/** @throws PoisonedSnapshot if the bytes are not the written ones, or not a snapshot of that version. */
export const unpackSnapshot = async ({ version, packed, digest }: PackedSnapshot): Promise<FlagSnapshot> => {
  if (digestOf(packed) !== digest) throw new PoisonedSnapshot('The snapshot differs from its digest')
  let parsed: Partial<FlagSnapshot> | null
  try {
    const json = await settled((done) => gunzip(packed, { maxOutputLength: 2 * UNPACKED_BYTES_MAX }, done))
    parsed = JSON.parse(json.toString('utf8')) as Partial<FlagSnapshot> | null
  } catch (cause) {
    throw new PoisonedSnapshot('The snapshot cannot be read', { cause })
  }
  if (parsed?.version !== version || !Array.isArray(parsed.flags) || !Array.isArray(parsed.segments)) {
    throw new PoisonedSnapshot(`The snapshot is not that of version ${version}`)
  }
  return parsed as FlagSnapshot
}
