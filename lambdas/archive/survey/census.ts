import { type ConversationRow, truncateText } from '@signet/search/conversations'
import type { Census } from '../contract/survey-rows.ts'

export const EMPTY_CENSUS: Census = { conversations: 0, messages: 0, bytes: 0, vendors: {}, models: {}, months: {} }

/** Maximum names in a row; further names are counted together as `other`. */
const NAMES_MAX = 500
const OTHER_NAMES = 'other'
const NAME_CHARACTERS_MAX = 100

const MONTH = /^\d{4}-\d\d/

const incrementCount = (counts: Readonly<Record<string, number>>, name: string | undefined): Record<string, number> => {
  if (name === undefined) return counts
  const short = truncateText(name, NAME_CHARACTERS_MAX)
  const isKnown = Object.hasOwn(counts, short)
  const key = isKnown || Object.keys(counts).length < NAMES_MAX ? short : OTHER_NAMES
  return { ...counts, [key]: (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + 1 }
}

const earlierOf = (a: string | undefined, b: string | null): string | undefined =>
  b === null || (a !== undefined && a <= b) ? a : b

const laterOf = (a: string | undefined, b: string | null): string | undefined =>
  b === null || (a !== undefined && a >= b) ? a : b

const optionalDate = (name: 'oldest' | 'newest', at: string | undefined) => (at === undefined ? {} : { [name]: at })

const withConversation = (census: Census, row: ConversationRow): Census => ({
  conversations: census.conversations + 1,
  messages: census.messages + row.message_count,
  bytes: census.bytes + row.pack.end - row.pack.start,
  vendors: incrementCount(census.vendors, row.vendor),
  models: incrementCount(census.models, row.model ?? undefined),
  months: incrementCount(census.months, MONTH.exec(row.created_at ?? '')?.[0]),
  ...optionalDate('oldest', earlierOf(census.oldest, row.created_at)),
  ...optionalDate('newest', laterOf(census.newest, row.updated_at ?? row.created_at)),
})

export const censusAfter = (census: Census, rows: readonly ConversationRow[]): Census =>
  rows.reduce(withConversation, census)
