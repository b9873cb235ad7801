import { type Hash, type HashAt, hashesOfTiles, tilePath, tilesRead } from '@signet/receipts'
import type { LogObjects } from './log-objects.ts'

const NOTHING = new Uint8Array()

/**
 * Computes a proof about the tree of a year at a size, from tiles that are read in parallel.
 * @throws RangeError for a missing or truncated tile.
 */
export const treeProof = async (
  { read }: Pick<LogObjects, 'read'>,
  { year, size }: { readonly year: string; readonly size: number },
  prove: (hashAt: HashAt) => readonly Hash[],
): Promise<readonly Hash[]> => {
  const paths = tilesRead(size, prove).map(tilePath)
  const tiles = await Promise.all(paths.map(async (path) => [path, await read(year, path)] as const))
  const bytesOf = new Map(tiles)
  return prove(hashesOfTiles(size, (tile) => bytesOf.get(tilePath(tile)) ?? NOTHING))
}
