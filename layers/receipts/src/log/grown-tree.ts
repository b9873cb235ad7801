import { concat } from '../concat.ts'
import { type Hash, leafHash, nodeHash, rootOf } from './merkle.ts'
import { ENTRY_BYTES, entriesPath, growingTiles, hashesOfTiles, TILE_WIDTH, type TileRef, tilePath } from './tiles.ts'

const HASH_BYTES = 32
const NOTHING = new Uint8Array()

/** An immutable file of the log. */
export interface LogFile {
  /** Path relative to the address of the log. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface GrownTree {
  readonly size: number
  readonly root: Hash
  readonly files: readonly LogFile[]
}

/** Splits a file into full tiles and the remainder. */
const cut = (bytes: Uint8Array, each: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / (each * TILE_WIDTH)) }, (_, at) =>
    bytes.subarray(at * each * TILE_WIDTH, (at + 1) * each * TILE_WIDTH),
  )

const tileRoot = (tile: Uint8Array): Hash => {
  let hashes = Array.from({ length: TILE_WIDTH }, (_, at) => tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))
  while (hashes.length > 1)
    hashes = Array.from({ length: hashes.length / 2 }, (_, at) =>
      nodeHash(hashes[at * 2] as Hash, hashes[at * 2 + 1] as Hash),
    )
  return hashes[0] as Hash
}

interface Level {
  readonly files: readonly LogFile[]
  readonly above: Uint8Array
  readonly last: readonly [string, Uint8Array] | undefined
}

const grownLevel = (level: number, first: number, growing: Uint8Array, added: Uint8Array): Level => {
  const tiles = cut(concat([growing, added]), HASH_BYTES).map((bytes, at) => {
    const ref: TileRef = { level, index: first + at, width: bytes.length / HASH_BYTES }
    return { ref, path: tilePath(ref), bytes }
  })
  const full = tiles.filter(({ ref }) => ref.width === TILE_WIDTH)
  const last = tiles.find(({ ref }) => ref.width < TILE_WIDTH)
  return {
    files: tiles.map(({ path, bytes }) => ({ path, bytes })),
    above: concat(full.map(({ bytes }) => tileRoot(bytes))),
    last: last && [last.path, last.bytes],
  }
}

const entryOf = (blinded: Uint8Array): Uint8Array => {
  if (blinded.length !== HASH_BYTES) throw new RangeError(`An entry must have 32 bytes, not ${blinded.length}`)
  const entry = new Uint8Array(ENTRY_BYTES)
  entry[1] = HASH_BYTES
  entry.set(blinded, 2)
  return entry
}

const grownBundles = (size: number, growing: Uint8Array, entries: readonly Uint8Array[]): readonly LogFile[] =>
  cut(concat([growing, ...entries.map(entryOf)]), ENTRY_BYTES).map((bytes, at) => {
    const index = Math.floor(size / TILE_WIDTH) + at
    return { path: entriesPath({ index, width: bytes.length / ENTRY_BYTES }), bytes }
  })

interface Growing {
  readonly path: string
  readonly bytes: number
}

const growingBundle = (size: number): readonly Growing[] => {
  const width = size % TILE_WIDTH
  const path = entriesPath({ index: Math.floor(size / TILE_WIDTH), width })
  return width === 0 ? [] : [{ path, bytes: width * ENTRY_BYTES }]
}

const growingHashes = (size: number): readonly Growing[] =>
  growingTiles(size).map((tile) => ({ path: tilePath(tile), bytes: tile.width * HASH_BYTES }))

/** Returns the files that `growTree` continues: the partial tiles and the partial bundle of a tree of this size. */
export const growingFiles = (size: number): readonly string[] =>
  [...growingHashes(size), ...growingBundle(size)].map(({ path }) => path)

/**
 * Appends entries to the tree of `size` entries. `read` returns the bytes of each of `growingFiles(size)`.
 * Deterministic, so an interrupted run can be repeated.
 * @throws RangeError for an entry without exactly 32 bytes, or a truncated file.
 */
export const growTree = (
  size: number,
  entries: readonly Uint8Array[],
  read: (path: string) => Uint8Array,
): GrownTree => {
  const readWhole = ({ path, bytes }: Growing): Uint8Array => {
    const file = read(path)
    if (file.length !== bytes) throw new RangeError(`${path} has ${file.length} bytes, not ${bytes}`)
    return file
  }
  const edge = new Map(growingHashes(size).map((file) => [file.path, readWhole(file)]))
  const growing = new Map(growingTiles(size).map((tile) => [tile.level, edge.get(tilePath(tile)) as Uint8Array]))
  const [bundle] = growingBundle(size)
  const files = [...grownBundles(size, bundle ? readWhole(bundle) : NOTHING, entries)]
  let added = concat(entries.map(leafHash))
  for (let level = 0; added.length > 0; level++) {
    const first = Math.floor(size / TILE_WIDTH ** (level + 1))
    const grown = grownLevel(level, first, growing.get(level) ?? NOTHING, added)
    files.push(...grown.files)
    if (grown.last) edge.set(...grown.last)
    added = grown.above
  }
  const newSize = size + entries.length
  const root = rootOf(
    newSize,
    hashesOfTiles(newSize, (ref) => edge.get(tilePath(ref)) ?? NOTHING),
  )
  return { size: newSize, root, files }
}
