import { type ConversationRow, cutTo } from '@signet/search/conversations'
import type { Census } from '../contract/survey-rows.ts'

export const EMPTY_CENSUS: Census = { conversations: 0, messages: 0, bytes: 0, vendors: {}, models: {}, months: {} }

/** Maximum names in a row; further ones are counted together. */
const NAMES_MAX = 500
const OTHERS = 'other'
const NAME_MAX = 100

const MONTH = /^\d{4}-\d\d/

const increased = (numbers: Readonly<Record<string, number>>, name: string | undefined): Record<string, number> => {
  if (name === undefined) return numbers
  const short = cutTo(name, NAME_MAX)
  const isKnown = Object.hasOwn(numbers, short)
  const key = isKnown || Object.keys(numbers).length < NAMES_MAX ? short : OTHERS
  return { ...numbers, [key]: (Object.hasOwn(numbers, key) ? (numbers[key] ?? 0) : 0) + 1 }
}

const first = (a: string | undefined, b: string | null): string | undefined =>
  b === null || (a !== undefined && a <= b) ? a : b

const last = (a: string | undefined, b: string | null): string | undefined =>
  b === null || (a !== undefined && a >= b) ? a : b

const byDate = (name: 'oldest' | 'newest', at: string | undefined) => (at === undefined ? {} : { [name]: at })

const withOne = (census: Census, row: ConversationRow): Census => ({
  conversations: census.conversations + 1,
  messages: census.messages + row.message_count,
  bytes: census.bytes + row.pack.end - row.pack.start,
  vendors: increased(census.vendors, row.vendor),
  models: increased(census.models, row.model ?? undefined),
  months: increased(census.months, MONTH.exec(row.created_at ?? '')?.[0]),
  ...byDate('oldest', first(census.oldest, row.created_at)),
  ...byDate('newest', last(census.newest, row.updated_at ?? row.created_at)),
})

export const censusAfter = (census: Census, rows: readonly ConversationRow[]): Census => rows.reduce(withOne, census)
