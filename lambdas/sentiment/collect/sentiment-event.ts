import type { SentimentEvent } from '../contract/event.ts'
import type { Platform } from '../contract/monitor.ts'
import type { MonitorRow } from '../monitors/monitor-reader-table.ts'
import { keyedDigest } from '../monitors/tenant-key.ts'
import type { Mention, MentionSource } from '../platforms/mention.ts'
import type { Sentiment } from '../scoring/scorer.ts'

/** Two significant digits: the size of an audience, but not a person's exact number. */
export const coarse = (followers: number): number =>
  Number.isFinite(followers) && followers > 0 ? Number(Math.trunc(followers).toPrecision(2)) : 0

/** log10(1 + likes + 2 replies + 3 (reposts + quotes)), three decimals. */
export const engagementOf = ({ likes, replies, reposts, quotes }: Mention['counts']): number =>
  Number(Math.log10(1 + Math.max(0, likes + 2 * replies + 3 * (reposts + quotes))).toFixed(3))

/**
 * The event of a mention: only this leaves the process. Its id follows from the mention and its edit, under the
 * tenant's key.
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
    readonly source: Pick<MentionSource, 'name' | 'idsNameAuthors'>
    readonly scorer: string
  },
  mention: Omit<Mention, 'text'>,
  { label, score, scorer: instead }: Sentiment,
): SentimentEvent => {
  const isHashed = monitor.mentionIdMode === 'hashed' || source.idsNameAuthors
  return {
    tenantId: monitor.tenant,
    platform,
    mentionId: isHashed ? keyedDigest(key, `mention|${platform}|${mention.id}`) : mention.id,
    timestamp: new Date(mention.at).toISOString(),
    sentiment: { label, score },
    metadata: { authorFollowers: coarse(mention.authorFollowers), engagementScore: engagementOf(mention.counts) },
    eventId: keyedDigest(key, `event|${platform}|${mention.id}|${mention.revision}`),
    source: source.name,
    scorer: instead ?? scorer,
  }
}
