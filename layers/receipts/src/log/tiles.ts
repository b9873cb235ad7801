import { type Hash, type HashAt, nodeHash } from './merkle.ts'

/** Number of hashes in a full tile (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8
const HASH_BYTES = 32
/** Size of an entry in bytes: two bytes for the length, then the blinded hash. */
export const ENTRY_BYTES = 2 + HASH_BYTES

/** Position of a tile; `width` is below 256 for a partial tile. */
export interface TileRef {
  readonly level: number
  readonly index: number
  readonly width: number
}

/** Splits a number into groups of three digits: 1234067 is x001/x234/067. */
const digitGroups = (index: number): string => {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  return groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/')
}

const widthSuffix = (width: number): string => (width === TILE_WIDTH ? '' : `.p/${width}`)

/** Returns the path of a hash tile, relative to the URL of the log. */
export const tilePath = ({ level, index, width }: TileRef): string =>
  `tile/${level}/${digitGroups(index)}${widthSuffix(width)}`

/** Returns the path of an entry bundle, relative to the URL of the log. */
export const entriesPath = ({ index, width }: Omit<TileRef, 'level'>): string =>
  `tile/entries/${digitGroups(index)}${widthSuffix(width)}`

const PATH = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Parses the path of a tile or bundle; undefined for other paths. */
export const parseTilePath = (
  path: string,
): { readonly level: number | 'entries'; readonly index: number; readonly width: number } | undefined => {
  const [, level = '', groups = '', suffix] = PATH.exec(path) ?? []
  if (level === '') return undefined
  const index = Number(groups.replaceAll(/[x/]/g, ''))
  const width = Number(suffix ?? TILE_WIDTH)
  // Leading groups of zeros are rejected, so that each number has exactly one path.
  if (!Number.isSafeInteger(index) || digitGroups(index) !== groups) return undefined
  if (suffix !== undefined && width >= TILE_WIDTH) return undefined
  if (level !== 'entries' && Number(level) > 63) return undefined
  return { level: level === 'entries' ? level : Number(level), index, width }
}

const widthOfLevel = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level)

/** Returns the tile at a position in a tree of this size: full, or as wide as the tree allows. */
export const tileAt = (size: number, level: number, index: number): TileRef => ({
  level,
  index,
  width: Math.min(TILE_WIDTH, widthOfLevel(size, level) - index * TILE_WIDTH),
})

/** Returns the partial tiles at the right edge, which new leaves extend. */
export const growingTiles = (size: number): readonly TileRef[] => {
  const tiles: TileRef[] = []
  for (let level = 0; widthOfLevel(size, level) > 0; level++) {
    const tile = tileAt(size, level, Math.floor(widthOfLevel(size, level) / TILE_WIDTH))
    if (tile.width > 0) tiles.push(tile)
  }
  return tiles
}

export type TileBytes = (tile: TileRef) => Uint8Array

/** @throws RangeError for a tile that is shorter than its width */
const hashInTile = (bytes: Uint8Array, { width }: TileRef, at: number): Hash => {
  if (bytes.length < width * HASH_BYTES || at >= width) throw new RangeError('A tile of the log is too short')
  return bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)
}

/** Returns the subtree hashes of a tree of this size, read from its tiles. */
export const hashesOfTiles = (size: number, bytesOf: TileBytes): HashAt => {
  const subtreeHash = (tile: TileRef, bytes: Uint8Array, height: number, first: number): Hash =>
    height === 0
      ? hashInTile(bytes, tile, first)
      : nodeHash(
          subtreeHash(tile, bytes, height - 1, first),
          subtreeHash(tile, bytes, height - 1, first + 2 ** (height - 1)),
        )
  return (height, index) => {
    const level = Math.floor(height / TILE_HEIGHT)
    const heightInTile = height % TILE_HEIGHT
    const first = index * 2 ** heightInTile
    const tile = tileAt(size, level, Math.floor(first / TILE_WIDTH))
    return subtreeHash(tile, bytesOf(tile), heightInTile, first % TILE_WIDTH)
  }
}

const PLACEHOLDER_HASH = new Uint8Array(HASH_BYTES)

/** Returns the tiles that a calculation reads, so that the caller can fetch them in parallel first. */
export const tilesReadBy = (size: number, calculate: (hashAt: HashAt) => unknown): readonly TileRef[] => {
  const tileRefs = new Map<string, TileRef>()
  calculate((height, index) => {
    const level = Math.floor(height / TILE_HEIGHT)
    const tile = tileAt(size, level, Math.floor((index * 2 ** (height % TILE_HEIGHT)) / TILE_WIDTH))
    tileRefs.set(tilePath(tile), tile)
    return PLACEHOLDER_HASH
  })
  return [...tileRefs.values()]
}
