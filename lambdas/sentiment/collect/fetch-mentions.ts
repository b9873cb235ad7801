import type { Clock } from '@signet/kernel'
import type { StreamCursor } from '../contract/platform-progress-row.ts'
import { CYCLE_MS, type CycleMessage } from '../cycles/cycle-message.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'
import type { Mention, MentionSource, PlatformFault } from '../platforms/mention.ts'
import { queriesOf } from '../platforms/sources.ts'
import type { MentionDigests } from './mention-digests.ts'
import type { PlatformProgressRow, PlatformProgressTable } from './platform-progress-table.ts'
import { readStream, type StreamLimits } from './read-stream.ts'

/** Maximum new mentions of a platform per cycle: half of the stored digests. */
const MENTIONS_MAX = 1_000
/** Maximum batches of a cycle, which are written in one transaction of at most 100 writes. */
const BATCHES_MAX = 80

/** Milliseconds for requesting pages. The remaining time of the function is for scoring and writing. */
const FETCH_MS = 60_000

const MICROS = 1_000_000

export interface FetchDeps {
  readonly progress: Pick<PlatformProgressTable, 'reserve' | 'refund'>
  readonly source: MentionSource
  readonly digests: MentionDigests
  readonly now: Clock
}

/** Limits the daily cost. The cost of a page is reserved before the request, and refunded for missing mentions. */
const dailyBudget = (
  { progress, source, now }: FetchDeps,
  monitor: MonitorRow,
  message: CycleMessage,
  row: PlatformProgressRow,
) => {
  // Only the microblog source charges per mention.
  const maxMicros = Math.round(monitor.platforms.microblog.maxUsdPerDay * MICROS)
  const deadline = now().getTime() + FETCH_MS
  const cost = source.costPerMention
  const state = { isBudgetSpent: false }
  const mayRequest: StreamLimits['mayRequest'] = async (size) => {
    if (now().getTime() > deadline) return false
    if (cost === 0) return true
    const isReserved = await progress.reserve(message, row, size * cost, maxMicros)
    if (!isReserved) state.isBudgetSpent = true
    return isReserved
  }
  const onPage: StreamLimits['onPage'] = async (size, mentionCount) => {
    const unusedMicros = (size - mentionCount) * cost
    if (unusedMicros !== 0) await progress.refund(message, row, unusedMicros)
  }
  return { state, mayRequest, onPage }
}

/** Returns the start for a query without a cursor: the previous cycle or the enabling of the platform, if later. */
const startOf = (row: PlatformProgressRow, since: string): number =>
  Math.max(new Date(since).getTime(), row.cycle === '' ? 0 : new Date(row.cycle).getTime())

/** Rotates the queries from cycle to cycle, so that the limit of a cycle does not always favor the same query. */
const rotateQueries = (queries: readonly string[], cycle: string): readonly string[] => {
  const first = queries.length === 0 ? 0 : Math.floor(new Date(cycle).getTime() / CYCLE_MS) % queries.length
  return [...queries.slice(first), ...queries.slice(0, first)]
}

/**
 * Fetches mentions of one platform for one monitor (spec supporting-services 2.5), query by query. The first fault ends
 * the cycle. Earlier results count.
 */
export const fetchMentions = async (
  deps: FetchDeps,
  monitor: MonitorRow,
  message: CycleMessage,
  row: PlatformProgressRow,
) => {
  const { source, digests, now } = deps
  const { platform } = message
  const queries = rotateQueries(queriesOf(monitor, platform), message.cycle)
  const { state, mayRequest, onPage } = dailyBudget(deps, monitor, message, row)
  const since = monitor.since[platform] ?? monitor.created_at
  const maxMentions = Math.min(MENTIONS_MAX, BATCHES_MAX * monitor.batchSize)
  const mentions: Mention[] = []
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
    const queryLimit = Math.min(monitor.platforms[platform].maxResults, maxMentions - mentions.length)
    const isNew = ({ id, revision }: Mention): boolean => digests.add(id, revision)
    const times = { cursor: stream, now: now().getTime(), since: new Date(since).getTime() }
    const limits = { mentions: queryLimit, mayRequest, onPage }
    const streamResult = await readStream({ source, isNew, limits }, query, times)
    mentions.push(...streamResult.mentions)
    streams[query] = streamResult.cursor
    fetched += streamResult.fetched
    truncated ||= streamResult.truncated
    lostCount += streamResult.lost
    fault = streamResult.fault
  }
  return { mentions, streams, fetched, truncated, lost: lostCount, fault, isBudgetSpent: state.isBudgetSpent }
}
