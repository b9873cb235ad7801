import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const TELEMETRY_DAYS_MAX = 400

export const METER_COUNTERS = [
  'searches',
  'questions',
  'refusals',
  'windows',
  'embedding_calls',
  'embedding_texts',
  'embedding_tokens',
  'tokens_in',
  'tokens_out',
] as const

const count = z.int().optional()

/** Usage counters of a workspace and day. Repeated work counts again, because it costs again. */
export const meterRow = rowKind({
  name: 'Usage of an archive on one day',
  prefix: 'METER#',
  keys: { pk: '<workspace>', sk: 'D#<day>' },
  owner: 'organization',
  exported: { none: 'counters' },
  keep: { days: TELEMETRY_DAYS_MAX },
  schema: z.object({
    day: z.iso.date(),
    searches: count,
    questions: count,
    refusals: count,
    windows: count,
    embedding_calls: count,
    embedding_texts: count,
    embedding_tokens: count,
    tokens_in: count,
    tokens_out: count,
  }),
})
