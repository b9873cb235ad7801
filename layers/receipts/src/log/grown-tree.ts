import { concat } from '../concat.ts'
import { type Hash, leafHash, nodeHash, rootOf } from './merkle.ts'
import { ENTRY_BYTES, entriesPath, growingTiles, hashesOfTiles, TILE_WIDTH, type TileRef, tilePath } from './tiles.ts'

const HASH_BYTES = 32
const EMPTY = new Uint8Array()

/** An immutable file of the log. */
export interface LogFile {
  /** Path relative to the URL of the log. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface GrownTree {
  readonly size: number
  readonly root: Hash
  readonly files: readonly LogFile[]
}

/** Splits bytes into full tiles and the remainder. */
const splitIntoTiles = (bytes: Uint8Array, itemBytes: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / (itemBytes * TILE_WIDTH)) }, (_, index) =>
    bytes.subarray(index * itemBytes * TILE_WIDTH, (index + 1) * itemBytes * TILE_WIDTH),
  )

const tileRoot = (tile: Uint8Array): Hash => {
  let hashes = Array.from({ length: TILE_WIDTH }, (_, index) =>
    tile.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  )
  while (hashes.length > 1)
    hashes = Array.from({ length: hashes.length / 2 }, (_, index) =>
      nodeHash(hashes[index * 2] as Hash, hashes[index * 2 + 1] as Hash),
    )
  return hashes[0] as Hash
}

interface Level {
  readonly files: readonly LogFile[]
  /** Roots of the full tiles, which are the new hashes of the next level. */
  readonly roots: Uint8Array
  readonly partial: readonly [string, Uint8Array] | undefined
}

const growLevel = (level: number, first: number, existingTile: Uint8Array, added: Uint8Array): Level => {
  const tiles = splitIntoTiles(concat([existingTile, added]), HASH_BYTES).map((bytes, offset) => {
    const ref: TileRef = { level, index: first + offset, width: bytes.length / HASH_BYTES }
    return { ref, path: tilePath(ref), bytes }
  })
  const fullTiles = tiles.filter(({ ref }) => ref.width === TILE_WIDTH)
  const partialTile = tiles.find(({ ref }) => ref.width < TILE_WIDTH)
  return {
    files: tiles.map(({ path, bytes }) => ({ path, bytes })),
    roots: concat(fullTiles.map(({ bytes }) => tileRoot(bytes))),
    partial: partialTile && [partialTile.path, partialTile.bytes],
  }
}

const entryOf = (blinded: Uint8Array): Uint8Array => {
  if (blinded.length !== HASH_BYTES) throw new RangeError(`An entry must have 32 bytes, not ${blinded.length}`)
  const entry = new Uint8Array(ENTRY_BYTES)
  // The length as a big-endian number of two bytes.
  entry[1] = HASH_BYTES
  entry.set(blinded, 2)
  return entry
}

const growBundles = (size: number, partialBundle: Uint8Array, entries: readonly Uint8Array[]): readonly LogFile[] =>
  splitIntoTiles(concat([partialBundle, ...entries.map(entryOf)]), ENTRY_BYTES).map((bytes, offset) => {
    const index = Math.floor(size / TILE_WIDTH) + offset
    return { path: entriesPath({ index, width: bytes.length / ENTRY_BYTES }), bytes }
  })

interface PartialFile {
  readonly path: string
  readonly bytes: number
}

const partialBundleOf = (size: number): readonly PartialFile[] => {
  const width = size % TILE_WIDTH
  const path = entriesPath({ index: Math.floor(size / TILE_WIDTH), width })
  return width === 0 ? [] : [{ path, bytes: width * ENTRY_BYTES }]
}

const partialHashTiles = (size: number): readonly PartialFile[] =>
  growingTiles(size).map((tile) => ({ path: tilePath(tile), bytes: tile.width * HASH_BYTES }))

/** Returns the files that `growTree` continues: the partial tiles and the partial bundle of a tree of this size. */
export const growingFiles = (size: number): readonly string[] =>
  [...partialHashTiles(size), ...partialBundleOf(size)].map(({ path }) => path)

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
  const readExactly = ({ path, bytes }: PartialFile): Uint8Array => {
    const file = read(path)
    if (file.length !== bytes) throw new RangeError(`${path} has ${file.length} bytes, not ${bytes}`)
    return file
  }
  const rightEdge = new Map(partialHashTiles(size).map((file) => [file.path, readExactly(file)]))
  const partialTiles = new Map(
    growingTiles(size).map((tile) => [tile.level, rightEdge.get(tilePath(tile)) as Uint8Array]),
  )
  const [bundle] = partialBundleOf(size)
  const files = [...growBundles(size, bundle ? readExactly(bundle) : EMPTY, entries)]
  let added = concat(entries.map(leafHash))
  for (let level = 0; added.length > 0; level++) {
    const first = Math.floor(size / TILE_WIDTH ** (level + 1))
    const grownLevel = growLevel(level, first, partialTiles.get(level) ?? EMPTY, added)
    files.push(...grownLevel.files)
    if (grownLevel.partial) rightEdge.set(...grownLevel.partial)
    added = grownLevel.roots
  }
  const newSize = size + entries.length
  const root = rootOf(
    newSize,
    hashesOfTiles(newSize, (ref) => rightEdge.get(tilePath(ref)) ?? EMPTY),
  )
  return { size: newSize, root, files }
}
