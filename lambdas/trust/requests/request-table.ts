import { addMs, encodeCursor, type Page, type RowOf, type RowTable, rowTable, type TableDeps } from '@signet/kernel'
import { openRequestRow, requestRow, sameRequestRow, submittedFormRow } from '../contract/request-rows.ts'
import type { REQUEST_STATES } from '../contract/requests.ts'

export type RequestRow = RowOf<typeof requestRow>
export type SubmittedFormRow = RowOf<typeof submittedFormRow>
export type RequestState = (typeof REQUEST_STATES)[number]

export const DAY_MS = 86_400_000

/** Days for which a request is kept after its address was proven. */
const KEPT_DAYS = 400

/** The rows of requests. */
export const requestTables = (deps: TableDeps) => ({
  asked: rowTable(submittedFormRow, deps),
  requests: rowTable(requestRow, deps),
  open: rowTable(openRequestRow, deps),
  same: rowTable(sameRequestRow, deps),
})
export type RequestTables = ReturnType<typeof requestTables>

/** The state as it is told: nobody writes that a grant's time is over. */
export const stateOf = ({ state, valid_until }: RequestRow, now: Date): RequestState =>
  state === 'granted' && (valid_until ?? '') <= now.toISOString() ? 'expired' : state

/** Until when a request is kept: after that nobody knows who asked. */
export const requestExpiry = (provenAt: string, validUntil: string | null): string => {
  const kept = addMs(new Date(provenAt), KEPT_DAYS * DAY_MS).toISOString()
  return validUntil !== null && validUntil > kept ? validUntil : kept
}

/** When a grant ends that begins now. */
export const grantEnd = (now: Date, validDays: number): string => addMs(now, validDays * DAY_MS).toISOString()

/** Rows that one request reads at most: a filter may find few in many. */
const READ_MAX = 1_000
const PAGE = 100

export interface RequestPageQuery<R> {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly isWanted: (row: RowOf<R>) => boolean
  /** The sort key of a row, behind which the next page begins. */
  readonly keyOf: (row: RowOf<R>) => string
}

/**
 * A page of the rows that are wanted, newest first. Where few are, it ends after a thousand rows, with a cursor: the next page goes on
 * from there.
 */
export const matchingPage = async <R>(
  rows: Pick<RowTable<R>, 'page'>,
  partition: Parameters<RowTable<R>['page']>[0],
  { limit, cursor, isWanted, keyOf }: RequestPageQuery<R>,
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
