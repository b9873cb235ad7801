import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const numbers = z.record(z.string(), z.int())

/** Totals over conversations. */
export const Census = z.object({
  conversations: z.int(),
  messages: z.int(),
  /** Compressed, in packs. */
  bytes: z.int(),
  vendors: numbers,
  models: numbers,
  /** By month of their beginning: 2026-05. */
  months: numbers,
  oldest: z.string().optional(),
  newest: z.string().optional(),
})
export type Census = z.infer<typeof Census>

/** Survey of a workspace: repeated passes over its conversations. A pass counts them and indexes missing ones. */
export const surveyRow = rowKind({
  name: 'Survey of an archive',
  prefix: 'SURVEY#',
  keys: { pk: '<workspace>', sk: 'S#survey' },
  index: { gsi1pk: 'SURVEY#<standing>', gsi1sk: '<due>#<workspace>' },
  owner: 'organization',
  exported: { none: 'a count of the conversations' },
  keep: 'for ever',
  schema: z.object({
    workspace: z.string(),
    /** `open` during a pass. The sweeper has an open survey continued after `due`. */
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Grows with every write: of two workers the slower one stops. */
    revision: z.int(),
    /** Grows with every pass. */
    round: z.int(),
    began_at: z.string(),
    /** Hash of the imports when the pass began. */
    of: z.string(),
    /** Where the pass continues; absent: at the beginning. */
    cursor: z.string().optional(),
    /** The counts of this pass so far. */
    census: Census,
    /** Conversations that this pass has indexed. */
    indexed: z.int(),
    /** The form of the index that contained all conversations after an earlier pass. */
    form: z.string().optional(),
    /** Result of the last complete pass. */
    last: z.object({ census: Census, windows: z.int(), of: z.string(), counted_at: z.string() }).optional(),
  }),
})
