import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import { parseTilePath } from '@signet/receipts'
import {
  readCheckpoint,
  readTile,
  readTileOfFourParts,
  readTileOfThreeParts,
  readTileOfTwoParts,
} from '../contract/log.ts'
import type { LogObjects } from '../log/log-objects.ts'

const CHECKPOINT_HEADERS = { 'cache-control': 'public, max-age=5', 'content-type': 'text/plain; charset=utf-8' }
const TILE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-type': 'application/octet-stream',
}

interface TileParams {
  readonly year: string
  readonly level: string
}

/** Serves the files of the log in the layout of c2sp.org/tlog-tiles. */
export const logRoutes = ({ objects }: { readonly objects: Pick<LogObjects, 'read' | 'checkpoint'> }): Route[] => {
  const tileReply = async ({ year, level }: TileParams, ...parts: readonly string[]) => {
    const path = `tile/${level}/${parts.join('/')}`
    // Invalid tile paths never reach the bucket.
    const bytes = parseTilePath(path) && (await objects.read(year, path))
    return bytes ? reply(200, bytes, TILE_HEADERS) : notFound(`The log of ${year} does not contain this tile`)
  }
  return [
    route(readCheckpoint, async ({ params: { year } }) => {
      const published = await objects.checkpoint(year)
      return published ? reply(200, published.text, CHECKPOINT_HEADERS) : notFound(`The log of ${year} does not exist`)
    }),
    route(readTile, ({ params }) => tileReply(params, params.a)),
    route(readTileOfTwoParts, ({ params }) => tileReply(params, params.a, params.b)),
    route(readTileOfThreeParts, ({ params }) => tileReply(params, params.a, params.b, params.c)),
    route(readTileOfFourParts, ({ params }) => tileReply(params, params.a, params.b, params.c, params.d)),
  ]
}
