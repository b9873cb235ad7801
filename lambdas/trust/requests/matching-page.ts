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
  const wanted: RowOf<R>[] = []
  let next: string | undefined = cursor
  for (let read = 0; read < READ_MAX; read += PAGE) {
    const page = await rows.page(partition, { limit: PAGE, cursor: next, newestFirst: true })
    wanted.push(...page.rows.filter(isWanted))
    const last = wanted[limit - 1]
    const isMore = wanted.length > limit || page.nextCursor !== null
    if (last !== undefined)
      return { rows: wanted.slice(0, limit), nextCursor: isMore ? encodeCursor({ sk: keyOf(last) }) : null }
    if (page.nextCursor === null) return { rows: wanted, nextCursor: null }
    next = page.nextCursor
  }
  return { rows: wanted, nextCursor: next ?? null }
}
