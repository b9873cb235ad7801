import { encodeCursor, type Page, type RowOf, type RowTable } from '@signet/kernel'

/** Maximum number of rows read per request: a filter can match few of many. */
const READ_MAX = 1_000
const PAGE = 100

export interface MatchingPageQuery<R> {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly isWanted: (row: RowOf<R>) => boolean
  readonly keyOf: (row: RowOf<R>) => string
}

/** Returns a page of the rows that match, newest first. A page ends after a thousand rows read, with a cursor for the rest. */
export const matchingPage = async <R>(
  rows: Pick<RowTable<R>, 'page'>,
  partition: Parameters<RowTable<R>['page']>[0],
  { limit, cursor, isWanted, keyOf }: MatchingPageQuery<R>,
): Promise<Page<R>> => {
  const matching: RowOf<R>[] = []
  let next: string | undefined = cursor
  for (let read = 0; read < READ_MAX; read += PAGE) {
    const page = await rows.page(partition, { limit: PAGE, cursor: next, newestFirst: true })
    matching.push(...page.rows.filter(isWanted))
    const last = matching[limit - 1]
    const isMore = matching.length > limit || page.nextCursor !== null
    if (last !== undefined)
      return { rows: matching.slice(0, limit), nextCursor: isMore ? encodeCursor({ sk: keyOf(last) }) : null }
    if (page.nextCursor === null) return { rows: matching, nextCursor: null }
    next = page.nextCursor
  }
  return { rows: matching, nextCursor: next ?? null }
}
