import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const countsByName = z.record(z.string(), z.int())

export const Census = z.object({
  conversations: z.int(),
  messages: z.int(),
  /** Compressed size of the packs. */
  bytes: z.int(),
  vendors: countsByName,
  models: countsByName,
  /** Counts by the month in which the conversation started, such as 2026-05. */
  months: countsByName,
  oldest: z.string().optional(),
  newest: z.string().optional(),
})
export type Census = z.infer<typeof Census>

/** The survey of a workspace: repeated passes over its conversations. A pass counts them and indexes missing ones. */
export const surveyRow = rowKind({
  name: 'Survey of an archive',
  prefix: 'SURVEY#',
  keys: { pk: '<workspace>', sk: 'S#survey' },
  index: { gsi1pk: 'SURVEY#<standing>', gsi1sk: '<due>#<workspace>' },
  owner: 'organization',
  exported: { none: 'contains a count of the conversations' },
  keep: 'permanent',
  schema: z.object({
    workspace: z.string(),
    /** `open` during a pass. The sweeper wakes a worker for an open survey after `due`. */
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Incremented with every write, so that of two concurrent workers the slower one stops. */
    revision: z.int(),
    pass: z.int(),
    began_at: z.string(),
    /** Hash of the imports whose content is counted; see `importsHash`. */
    imports_hash: z.string(),
    cursor: z.string().optional(),
    census: Census,
    indexed: z.int(),
    /** Storage and embedding model for which the last pass has completed the index. */
    index_format: z.string().optional(),
    last: z.object({ census: Census, windows: z.int(), imports_hash: z.string(), counted_at: z.string() }).optional(),
  }),
})
