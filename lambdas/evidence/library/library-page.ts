import { Buffer } from 'node:buffer'
import type { AssetType, Domain } from '@signet/evidence'
import { decodeCursor, encodeCursor } from '@signet/kernel'
import type { AssetRow } from './asset-table.ts'
import { holdsWords } from './asset-view.ts'

/** An answer of a function is 6 MB at most. */
const PAGE_BYTES = 4_000_000

export interface LibraryQuery {
  readonly type?: AssetType | undefined
  readonly domain?: Domain | undefined
  readonly q?: string | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

interface PagePosition {
  readonly createdAt: string
  readonly id: string
}

const isAfter = (row: PagePosition, place: PagePosition): boolean =>
  row.createdAt < place.createdAt || (row.createdAt === place.createdAt && row.id < place.id)

const fitting = (rows: readonly AssetRow[]): readonly AssetRow[] => {
  let bytes = 0
  return rows.filter((row, i) => {
    bytes += Buffer.byteLength(JSON.stringify(row))
    return i === 0 || bytes <= PAGE_BYTES
  })
}

/**
 * A page of a library, whose rows are given newest first.
 *
 * @throws Refusal 400 for a cursor that no list returned.
 */
export const libraryPage = (rows: readonly AssetRow[], { type, domain, q, limit, cursor }: LibraryQuery) => {
  const place = cursor === undefined ? undefined : decodeCursor(cursor, { createdAt: '', id: '' })
  const left = rows.filter(
    (row) =>
      (type === undefined || row.type === type) &&
      (domain === undefined || row.domains.includes(domain)) &&
      (q === undefined || holdsWords(row, q)) &&
      (place === undefined || isAfter(row, place)),
  )
  const page = fitting(left.slice(0, limit))
  const last = page.at(-1)
  const hasMore = last !== undefined && left.length > page.length
  return { rows: page, ...(hasMore ? { nextCursor: encodeCursor({ createdAt: last.createdAt, id: last.id }) } : {}) }
}
