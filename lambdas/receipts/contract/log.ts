import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['log']

/** High, because clients that follow the log read many tiles in a short time. */
const rate = { requests: 3_000, window: '1m', by: 'address' } as const

const Year = z
  .string()
  .regex(/^\d{4}$/, 'must be a year of four digits')
  .describe('Year of the log')

const tilePathSegment = z.string().max(20).describe("Segment of the tile's index, as defined in c2sp.org/tlog-tiles")

export const readCheckpoint = endpoint({
  name: 'readCheckpoint',
  summary: 'Get the checkpoint of the receipt log',
  description:
    'Returns the checkpoint of the transparency log of receipts for a year: its signed size and root hash (c2sp.org/tlog-checkpoint).',
  tags,
  route: 'GET /log/:year/checkpoint',
  authority: 'open',
  rate,
  stream: true,
  request: { params: z.strictObject({ year: Year }) },
  responses: {
    200: {
      description: 'The checkpoint',
      mediaTypes: ['text/plain; charset=utf-8'],
      headers: { 'cache-control': { description: 'Always `max-age=5`', schema: z.string() } },
    },
  },
  errors: ['not_found'],
})

/**
 * One route per number of path segments (one to four) of a tile number, because routes of a REST API have a fixed
 * number.
 */
const tile = {
  summary: 'Get a tile of the receipt log',
  description:
    "Returns the hashes of a part of the log's tree or, for the level `entries`, log entries (c2sp.org/tlog-tiles). Tiles are immutable. Each entry is the blinded hash of a receipt: a hash that can be computed from the receipt's hash, but does not reveal it.",
  tags,
  authority: 'open',
  rate,
  stream: true,
  responses: {
    200: {
      description: 'The tile',
      mediaTypes: ['application/octet-stream'],
      headers: { 'cache-control': { description: 'max-age=31536000, immutable', schema: z.string() } },
    },
  },
  errors: ['not_found'],
} as const

const Level = z
  .string()
  .regex(/^(?:entries|\d{1,2})$/, 'must be a level from 0 to 63, or entries')
  .describe('Level of the tile in the tree, or `entries`')

export const readTile = endpoint({
  ...tile,
  name: 'readTile',
  route: 'GET /log/:year/tile/:level/:a',
  request: { params: z.strictObject({ year: Year, level: Level, a: tilePathSegment }) },
})

export const readTileOfTwoParts = endpoint({
  ...tile,
  name: 'readTileOfTwoParts',
  route: 'GET /log/:year/tile/:level/:a/:b',
  request: { params: z.strictObject({ year: Year, level: Level, a: tilePathSegment, b: tilePathSegment }) },
})

export const readTileOfThreeParts = endpoint({
  ...tile,
  name: 'readTileOfThreeParts',
  route: 'GET /log/:year/tile/:level/:a/:b/:c',
  request: {
    params: z.strictObject({ year: Year, level: Level, a: tilePathSegment, b: tilePathSegment, c: tilePathSegment }),
  },
})

export const readTileOfFourParts = endpoint({
  ...tile,
  name: 'readTileOfFourParts',
  route: 'GET /log/:year/tile/:level/:a/:b/:c/:d',
  request: {
    params: z.strictObject({
      year: Year,
      level: Level,
      a: tilePathSegment,
      b: tilePathSegment,
      c: tilePathSegment,
      d: tilePathSegment,
    }),
  },
})
