import { canonicalText } from '@signet/contracts'
import { sha256Hex } from '@signet/receipts/digest'
import type { MetricRecord } from '@signet/telemetry'

const DIGEST_DIGITS = 32

/** Names and tags can have any length, so keys contain their digests. */
export const digestOf = (text: string): string => sha256Hex(text).slice(0, DIGEST_DIGITS)

/** `metric` is the digest of the name, `series` that of the tags. */
export interface SeriesKey {
  readonly metric: string
  readonly type: MetricRecord['type']
  readonly series: string
}

export const seriesKeyOf = ({ name, type, tags }: Pick<MetricRecord, 'name' | 'type' | 'tags'>): SeriesKey => ({
  metric: digestOf(name),
  type,
  series: digestOf(canonicalText(tags)),
})

export const seriesText = ({ metric, type, series }: SeriesKey): string => `${metric}#${type}#${series}`
