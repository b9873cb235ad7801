import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const numbers = z.record(z.string(), z.int())

/** What conversations come to. */
export const Census = z.object({
  conversations: z.int(),
  messages: z.int(),
  /** Compressed, in packs. */
  bytes: z.int(),
  vendors: numbers,
  models: numbers,
  /** By the month in which they began: 2026-05. */
  months: numbers,
  oldest: z.string().optional(),
  newest: z.string().optional(),
})
export type Census = z.infer<typeof Census>

/** One walk after the other over the conversations of a workspace: they are counted, and made findable where they are not. */
export const surveyRow = rowKind({
  name: 'Survey of an archive',
  prefix: 'SURVEY#',
  keys: { pk: '<workspace>', sk: 'S#survey' },
  index: { gsi1pk: 'SURVEY#<standing>', gsi1sk: '<due>#<workspace>' },
  keep: 'for ever',
  schema: z.object({
    workspace: z.string(),
    /** `open` while a walk is under way; who finds it after `due` has it continued. */
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Grows with every write: of two workers the slower one stops. */
    revision: z.int(),
    /** Grows with every walk. */
    round: z.int(),
    began_at: z.string(),
    /** The imports as they stood when the walk began. */
    of: z.string(),
    /** Where the walk goes on; absent: at the beginning. */
    cursor: z.string().optional(),
    /** What this walk has counted so far. */
    census: Census,
    /** Conversations that this walk has made findable. */
    indexed: z.int(),
    /** The form of the index in which all conversations of a former walk stood. */
    form: z.string().optional(),
    /** What the last walk that came to its end has counted. */
    last: z.object({ census: Census, windows: z.int(), of: z.string(), counted_at: z.string() }).optional(),
  }),
})
