import { encodeCursor, type Page, type RowOf, type RowTable } from '@signet/kernel'

/** Maximum number of rows read per request, because a filter can match few rows. */
const ROWS_READ_MAX = 1_000
const PAGE_SIZE = 100

export interface MatchingPageQuery<R> {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly isMatch: (row: RowOf<R>) => boolean
  readonly keyOf: (row: RowOf<R>) => string
}

/**
 * Returns a page of matching rows, newest first. After reading `ROWS_READ_MAX` rows, the page ends with a cursor to the
 * next row.
 */
export const matchingPage = async <R>(
  rows: Pick<RowTable<R>, 'page'>,
  partition: Parameters<RowTable<R>['page']>[0],
  { limit, cursor, isMatch, keyOf }: MatchingPageQuery<R>,
): Promise<Page<R>> => {
  const matching: RowOf<R>[] = []
  let pageCursor: string | undefined = cursor
  for (let readCount = 0; readCount < ROWS_READ_MAX; readCount += PAGE_SIZE) {
    const page = await rows.page(partition, { limit: PAGE_SIZE, cursor: pageCursor, newestFirst: true })
    matching.push(...page.rows.filter(isMatch))
    const last = matching[limit - 1]
    const hasMore = matching.length > limit || page.nextCursor !== null
    if (last !== undefined)
      return { rows: matching.slice(0, limit), nextCursor: hasMore ? encodeCursor({ sk: keyOf(last) }) : null }
    if (page.nextCursor === null) return { rows: matching, nextCursor: null }
    pageCursor = page.nextCursor
  }
  return { rows: matching, nextCursor: pageCursor ?? null }
}
