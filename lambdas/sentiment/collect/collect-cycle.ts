import type { Clock, Log, Metrics, SecretSource } from '@signet/kernel'
import type { CycleCounts, CycleOutcome, SentimentEvent } from '../contract/event.ts'
import type { Platform } from '../contract/monitor.ts'
import { cycleBatches } from '../cycles/cycle-batches.ts'
import type { CycleMessage } from '../cycles/cycle-message.ts'
import type { DeliveryQueue } from '../cycles/delivery-queue.ts'
import type { CredentialStore } from '../monitors/credential-store.ts'
import type { MonitorReader, MonitorRow } from '../monitors/monitor-reader-table.ts'
import { keyedDigest, tenantKey } from '../monitors/tenant-key.ts'
import type { RemovePersonalData } from '../personal-data/remove-personal-data.ts'
import type { Mention, MentionSource, PlatformFault } from '../platforms/mention.ts'
import { queriesOf } from '../platforms/sources.ts'
import { brandMask } from '../scoring/mask-brand.ts'
import type { Scorer, Sentiment } from '../scoring/scorer.ts'
import { fetchMentions } from './fetch-mentions.ts'
import { mentionDigests } from './mention-digests.ts'
import type { PlatformProgressRow, PlatformProgressTable } from './platform-progress-table.ts'

/** Rounds a number of followers to two significant digits, so that it does not identify the author. */
export const roundFollowers = (followers: number): number =>
  Number.isFinite(followers) && followers > 0 ? Number(Math.trunc(followers).toPrecision(2)) : 0

/** Returns log10(1 + likes + 2 replies + 3 (reposts + quotes)) with three decimals. */
export const engagementOf = ({ likes, replies, reposts, quotes }: Mention['counts']): number =>
  Number(Math.log10(1 + Math.max(0, likes + 2 * replies + 3 * (reposts + quotes))).toFixed(3))

/**
 * Creates the event of a mention, the only data that leaves the process. Its id is derived from the mention and its
 * edit time with the tenant's key.
 */
export const sentimentEvent = (
  {
    key,
    monitor,
    platform,
    source,
    scorer,
  }: {
    readonly key: Buffer
    readonly monitor: Pick<MonitorRow, 'tenant' | 'mentionIdMode'>
    readonly platform: Platform
    readonly source: Pick<MentionSource, 'name' | 'idsIdentifyAuthors'>
    readonly scorer: string
  },
  mention: Omit<Mention, 'text'>,
  { label, score, scorer: otherScorer }: Sentiment,
): SentimentEvent => {
  const isHashed = monitor.mentionIdMode === 'hashed' || source.idsIdentifyAuthors
  return {
    tenantId: monitor.tenant,
    platform,
    mentionId: isHashed ? keyedDigest(key, `mention|${platform}|${mention.id}`) : mention.id,
    timestamp: new Date(mention.at).toISOString(),
    sentiment: { label, score },
    metadata: {
      authorFollowers: roundFollowers(mention.authorFollowers),
      engagementScore: engagementOf(mention.counts),
    },
    eventId: keyedDigest(key, `event|${platform}|${mention.id}|${mention.revision}`),
    source: source.name,
    scorer: otherScorer ?? scorer,
  }
}

/** Outcomes after which the platform is not read until the monitor is changed. */
const HALTING: readonly string[] = ['auth_failed', 'bad_query']

/**
 * Returns the effect of a fault on later cycles: the time until which the platform is not read, or the version of the
 * monitor that the platform rejected.
 */
const pauseAfter = (
  fault: PlatformFault | undefined,
  version: number,
): Pick<PlatformProgressRow, 'wait_until' | 'halted'> => ({
  wait_until: fault?.waitUntil === undefined ? undefined : new Date(fault.waitUntil).toISOString(),
  halted: fault && HALTING.includes(fault.outcome) ? { version, reason: fault.outcome } : undefined,
})

export interface CollectDeps {
  readonly monitors: MonitorReader
  readonly credentials: Pick<CredentialStore, 'read'>
  readonly progress: PlatformProgressTable
  readonly sourceOf: (
    monitor: MonitorRow,
    platform: CycleMessage['platform'],
    credentials: Awaited<ReturnType<CredentialStore['read']>>,
  ) => MentionSource
  readonly personalDataOf: (monitor: MonitorRow) => RemovePersonalData
  readonly scorerOf: (monitor: MonitorRow) => Scorer
  readonly deliveries: DeliveryQueue
  readonly pepper: SecretSource
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}

export type CollectOutcome = CycleOutcome | 'nothing to do' | 'read by another worker'

/** Converts mentions to events. No text is retained. */
const eventsOf = async (
  deps: CollectDeps,
  monitor: MonitorRow,
  {
    platform,
    key,
    source,
    mentions,
  }: {
    readonly platform: CycleMessage['platform']
    readonly key: Buffer
    readonly source: MentionSource
    readonly mentions: readonly Mention[]
  },
) => {
  const scorer = deps.scorerOf(monitor)
  const mask = brandMask(platform === 'reviews' ? [] : queriesOf(monitor, platform))
  const cleaned = await deps.personalDataOf(monitor)(mentions.map(({ text, lang }) => ({ text, lang })))
  const texts = mentions.map(({ lang, rating }, i) => ({ text: mask(cleaned.texts[i] ?? ''), lang, rating }))
  const sentiments = await scorer.score(texts)
  const eventContext = { key, monitor, platform, source, scorer: scorer.name }
  const events = mentions.flatMap((mention, i) => {
    const sentiment = sentiments[i]
    return sentiment ? [sentimentEvent(eventContext, mention, sentiment)] : []
  })
  return { events, redacted: cleaned.removed, unscored: sentiments.filter(({ couldNotScore }) => couldNotScore).length }
}

const outcomeOf = (fault: PlatformFault | undefined, isBudgetSpent: boolean, isTruncated: boolean): CycleOutcome => {
  if (fault) return fault.outcome
  if (isBudgetSpent) return 'budget_spent'
  return isTruncated ? 'truncated' : 'done'
}

const readCycle = async (deps: CollectDeps, monitor: MonitorRow, message: CycleMessage, row: PlatformProgressRow) => {
  const { platform } = message
  const key = tenantKey(await deps.pepper(), monitor)
  const source = deps.sourceOf(monitor, platform, await deps.credentials.read(monitor, monitor.secret_ref))
  const digests = mentionDigests(key, platform, row.seen)
  const fetchResult = await fetchMentions({ ...deps, source, digests }, monitor, message, row)
  const { mentions, streams, fetched, truncated, lost, fault, isBudgetSpent } = fetchResult
  const { events, redacted, unscored } = await eventsOf(deps, monitor, { platform, key, source, mentions })
  const outcome = outcomeOf(fault, isBudgetSpent, truncated)
  const counts: CycleCounts = {
    fetched,
    duplicates: fetched - mentions.length,
    redacted,
    unscored,
    events: events.length,
    batches: Math.ceil(events.length / monitor.batchSize),
    truncated,
    lost,
  }
  const cycleResult = { key, message, now: deps.now(), events, counts, outcome, size: monitor.batchSize }
  const batches = cycleBatches({ ...cycleResult, hasManifest: monitor.bodyFormat === 'batch' })
  const after = {
    ...row,
    ...pauseAfter(fault, monitor.version),
    cycle: message.cycle,
    streams,
    seen: digests.serialize(),
  }
  return { after, batches, counts, outcome }
}

/** Replaces an error by one without the platform's message: only the name of the error remains. */
const withoutMessage = (error: unknown): Error =>
  new Error(`The cycle was not read: ${error instanceof Error ? error.name : 'unknown'}`)

/**
 * Reads one cycle of one platform. Events, cursor and counts are written in one transaction. A run that is interrupted
 * earlier has no effect, and a repeated run finds the cycle done. Each cycle starts a delivery run, even if nothing is
 * read, because batches of earlier cycles may be due.
 */
export const collectCycle =
  (deps: CollectDeps) =>
  async (message: CycleMessage): Promise<CollectOutcome> => {
    const { org, tenant, platform, cycle } = message
    const monitor = await deps.monitors.get(org, tenant)
    if (!monitor?.enabled || !monitor.platforms[platform].enabled) return 'nothing to do'
    const row = await deps.progress.begin(message, cycle)
    if (!row) {
      await deps.deliveries.send(message)
      return 'read by another worker'
    }
    const isPaused = row.wait_until !== undefined && new Date(row.wait_until) > deps.now()
    if (isPaused || row.halted?.version === monitor.version) {
      await deps.progress.release(message, row)
      await deps.deliveries.send(message)
      return 'nothing to do'
    }
    const result = await readCycle(deps, monitor, message, row).catch((error: unknown) => {
      throw withoutMessage(error)
    })
    const { after, batches, counts, outcome } = result
    const ended_at = deps.now().toISOString()
    const cycleRow = { cycle, platform, outcome, counts, accepted: 0, dead: 0, ended_at }
    if (!(await deps.progress.finish(message, { row: after, batches, cycle: cycleRow })))
      return 'read by another worker'
    await deps.deliveries.send(message)
    deps.log.info('cycle read', { tenant, platform, cycle, outcome, ...counts })
    deps.metrics.record('Mentions', counts.fetched, 'Count', { platform })
    deps.metrics.record('MentionsUnscored', counts.unscored, 'Count', { platform })
    return outcome
  }
