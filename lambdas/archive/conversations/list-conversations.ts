import { reply } from '@signet/contracts'
import { encodeCursor, indexEntryOf, route } from '@signet/kernel'
import { type ConversationRow, summaryOf } from '@signet/search/conversations'
import { workspaceOf } from '@signet/search/conversations/callers'
import { conversationRow } from '@signet/search/conversations/rows'
import { listConversations } from '../contract/conversations.ts'
import type { ConversationTable } from './conversation-table.ts'

/** Pages of the index per request. If few rows match the filters, a response contains fewer than `limit`. */
const PAGES_MAX = 10
const PAGE_SIZE = 100

interface ConversationFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly vendor?: ConversationRow['vendor'] | undefined
  readonly model?: string | undefined
}

const instantOf = (date: string | undefined): string | undefined => date && new Date(date).toISOString()

const matchesFilters = (row: ConversationRow, { from, to, vendor, model }: ConversationFilter): boolean =>
  (from === undefined || row.listed_at >= from) &&
  (to === undefined || row.listed_at < to) &&
  (vendor === undefined || row.vendor === vendor) &&
  (model === undefined || row.model === model)

const cursorAfter = (row: ConversationRow): string => {
  const { gsi1sk } = indexEntryOf(conversationRow, row)
  return encodeCursor({ gsi1sk, sk: `C#${row.conversation}` })
}

const cursorBefore = (instant: string | undefined): string | undefined =>
  instant && encodeCursor({ gsi1sk: instant, sk: 'C#' })

export const listConversationsRoute = ({ conversations }: { readonly conversations: ConversationTable }) =>
  route(listConversations, async ({ caller, query: { limit, cursor, from, to, vendor, model } }) => {
    const filters: ConversationFilter = { from: instantOf(from), to: instantOf(to), vendor, model }
    const rows: ConversationRow[] = []
    let next: string | null | undefined = cursor ?? cursorBefore(filters.to)
    for (let page = 0; page < PAGES_MAX && next !== null && rows.length < limit; page++) {
      const listed = await conversations.pageByLastChange(workspaceOf(caller), { limit: PAGE_SIZE, cursor: next })
      const matchingRows = listed.rows.filter((row) => matchesFilters(row, filters)).slice(0, limit - rows.length)
      rows.push(...matchingRows)
      const last = matchingRows.at(-1)
      const stopsInsidePage = rows.length === limit && last !== undefined && last !== listed.rows.at(-1)
      next = stopsInsidePage ? cursorAfter(last) : listed.nextCursor
      // All later rows are older.
      if (filters.from !== undefined && (listed.rows.at(-1)?.listed_at ?? '') < filters.from) next = null
    }
    return reply(200, { conversations: rows.map(summaryOf), nextCursor: next ?? null })
  })
