import { type Hash, type HashAt, hashesOfTiles, tilePath, tilesReadBy } from '@signet/receipts'
import type { LogObjects } from './log-objects.ts'

const MISSING_TILE = new Uint8Array()

/**
 * Computes a proof about the tree of a year at a size, from tiles that are read in parallel.
 * @throws RangeError for a missing or truncated tile.
 */
export const treeProof = async (
  { read }: Pick<LogObjects, 'read'>,
  { year, size }: { readonly year: string; readonly size: number },
  prove: (hashAt: HashAt) => readonly Hash[],
): Promise<readonly Hash[]> => {
  const paths = tilesReadBy(size, prove).map(tilePath)
  const tiles = await Promise.all(paths.map(async (path) => [path, await read(year, path)] as const))
  const bytesByPath = new Map(tiles)
  return prove(hashesOfTiles(size, (tile) => bytesByPath.get(tilePath(tile)) ?? MISSING_TILE))
}
