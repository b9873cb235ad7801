import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Days for which the archive tells what it did. */
export const TELEMETRY_DAYS_MAX = 400

/** What is counted of a day, each as its row calls it. */
export const METERED = [
  'searches',
  'questions',
  'refusals',
  'windows',
  'embedding_calls',
  'embedding_texts',
  'tokens_in',
  'tokens_out',
] as const

const count = z.int().optional()

/** What the operations of a workspace took on a day. Work that is done twice is counted twice: it was paid for twice. */
export const meterRow = rowKind({
  name: 'What an archive took on a day',
  prefix: 'METER#',
  keys: { pk: '<workspace>', sk: 'D#<day>' },
  keep: { days: TELEMETRY_DAYS_MAX },
  schema: z.object({
    day: z.iso.date(),
    searches: count,
    questions: count,
    refusals: count,
    windows: count,
    embedding_calls: count,
    embedding_texts: count,
    tokens_in: count,
    tokens_out: count,
  }),
})
