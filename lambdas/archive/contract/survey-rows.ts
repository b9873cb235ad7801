import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const numbers = z.record(z.string(), z.int())

export const Census = z.object({
  conversations: z.int(),
  messages: z.int(),
  /** Compressed size of the packs. */
  bytes: z.int(),
  vendors: numbers,
  models: numbers,
  /** Counts by month of the beginning, such as 2026-05. */
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
  exported: { none: 'contains a count of the conversations' },
  keep: 'for ever',
  schema: z.object({
    workspace: z.string(),
    /** `open` during a pass. The sweeper wakes a worker for an open survey after `due`. */
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Incremented with every write: of two concurrent workers, the slower one stops. */
    revision: z.int(),
    round: z.int(),
    began_at: z.string(),
    of: z.string(),
    cursor: z.string().optional(),
    census: Census,
    indexed: z.int(),
    form: z.string().optional(),
    last: z.object({ census: Census, windows: z.int(), of: z.string(), counted_at: z.string() }).optional(),
  }),
})
