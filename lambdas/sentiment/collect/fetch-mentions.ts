import type { Clock } from '@signet/kernel'
import type { StreamCursor } from '../contract/listen-row.ts'
import { CYCLE_MS, type CycleMessage } from '../cycles/cycle-message.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'
import type { Mention, MentionSource, PlatformFault } from '../platforms/mention.ts'
import { queriesOf } from '../platforms/sources.ts'
import type { ListenRow, ListenTable } from './listen-table.ts'
import type { MentionTags } from './mention-tags.ts'
import { readStream, type StreamLimits } from './read-stream.ts'

/**
 * Maximum new mentions of a platform per cycle: half of the stored tags, and fewer batches than one write can contain.
 */
const MENTIONS_MAX = 1_000
const BATCHES_MAX = 80

/** Milliseconds after the start until which pages are requested. The mentions must still be scored and written. */
const FETCH_MS = 60_000

const MICROS = 1_000_000

export interface FetchDeps {
  readonly listening: Pick<ListenTable, 'spend' | 'refund'>
  readonly source: MentionSource
  readonly tags: MentionTags
  readonly now: Clock
}

/** Limits the daily cost: charged before each page, and refunded if the page was shorter. */
const dailyBudget = (
  { listening, source, now }: FetchDeps,
  monitor: MonitorRow,
  message: CycleMessage,
  row: ListenRow,
) => {
  const most = Math.round(monitor.platforms.microblog.maxUsdPerDay * MICROS)
  const until = now().getTime() + FETCH_MS
  const cost = source.costPerMention
  const state = { isBudgetSpent: false }
  const mayRequest: StreamLimits['mayRequest'] = async (size) => {
    if (now().getTime() > until) return false
    if (cost === 0) return true
    const may = await listening.spend(message, row, size * cost, most)
    if (!may) state.isBudgetSpent = true
    return may
  }
  const onPage: StreamLimits['onPage'] = async (size, given) => {
    const rest = (size - given) * cost
    if (rest !== 0) await listening.refund(message, row, rest)
  }
  return { state, mayRequest, onPage }
}

/** Returns the start for a query without a cursor: the previous cycle, or the time when the platform was enabled. */
const startOf = (row: ListenRow, since: string): number =>
  Math.max(new Date(since).getTime(), row.cycle === '' ? 0 : new Date(row.cycle).getTime())

/** Rotates the queries, so that the limit of a cycle does not always favor the same one. */
const inTurn = (queries: readonly string[], cycle: string): readonly string[] => {
  const first = queries.length === 0 ? 0 : Math.floor(new Date(cycle).getTime() / CYCLE_MS) % queries.length
  return [...queries.slice(first), ...queries.slice(0, first)]
}

/**
 * Fetches mentions of one platform for one monitor (spec supporting-services 2.5), query by query. The first fault ends
 * the cycle. Earlier results count.
 */
export const fetchMentions = async (deps: FetchDeps, monitor: MonitorRow, message: CycleMessage, row: ListenRow) => {
  const { source, tags, now } = deps
  const { platform } = message
  const queries = inTurn(queriesOf(monitor, platform), message.cycle)
  const { state, mayRequest, onPage } = dailyBudget(deps, monitor, message, row)
  const since = monitor.since[platform] ?? monitor.created_at
  const most = Math.min(MENTIONS_MAX, BATCHES_MAX * monitor.batchSize)
  const all: Mention[] = []
  const streams: Record<string, StreamCursor> = {}
  let fetched = 0
  let truncated = false
  let lostCount = 0
  let fault: PlatformFault | undefined
  for (const query of queries) {
    const stream = row.streams[query] ?? { hi: startOf(row, since) }
    if (fault) {
      streams[query] = stream
      continue
    }
    const mentions = Math.min(monitor.platforms[platform].maxResults, most - all.length)
    const isNew = ({ id, revision }: Mention): boolean => tags.add(id, revision)
    const times = { cursor: stream, now: now().getTime(), since: new Date(since).getTime() }
    const streamResult = await readStream({ source, isNew, limits: { mentions, mayRequest, onPage } }, query, times)
    all.push(...streamResult.mentions)
    streams[query] = streamResult.cursor
    fetched += streamResult.fetched
    truncated ||= streamResult.truncated
    lostCount += streamResult.lost
    fault = streamResult.fault
  }
  return { mentions: all, streams, fetched, truncated, lost: lostCount, fault, isBudgetSpent: state.isBudgetSpent }
}
