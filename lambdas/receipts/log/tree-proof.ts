import { type Hash, type HashAt, hashesOfTiles, tilePath, tilesRead } from '@signet/receipts'
import type { LogObjects } from './log-objects.ts'

const NOTHING = new Uint8Array()

/**
 * A proof about the tree of a year at a size, from the tiles that it takes, which are read side by side.
 * @throws RangeError for a tile that is not there, or cut off.
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
