import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const RESTORE_DAYS = 30

const Source = z.object({
  source: z.string(),
  upload: z.string(),
  version: z.int(),
  /** Hash of the conversations of the upload; absent until the upload is processed. */
  content_hash: z.string().optional(),
  conversations: z.int(),
  added_at: z.string(),
  /** Time at which the source was removed or its upload was deleted. The source is not used afterwards. */
  removed_at: z.string().optional(),
})

const Notebook = z.object({
  workspace: z.string(),
  notebook: z.string(),
  title: z.string(),
  description: z.string(),
  instructions: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** Incremented with each change by a caller; the ETag of responses. */
  version: z.int(),
  revision: z.int(),
  sources: z.array(Source),
  /** Hash of the live sources and the instructions; artifacts are compared with it. */
  source_set_hash: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** A notebook and its sources. They are in one row, so that one write changes the sources and their hash. */
export const notebookRow = rowKind({
  name: 'Notebook',
  prefix: 'NOTEBOOK#',
  keys: { pk: '<workspace>', sk: 'N#<notebook>' },
  owner: 'organization',
  exported: { file: 'notebooks' },
  keep: 'permanent',
  retention: 'until it is deleted',
  schema: Notebook,
})

/** A deleted notebook. It can be restored until it expires. */
export const deletedNotebookRow = rowKind({
  name: 'Deleted notebook',
  prefix: 'NOTEBOOK#',
  keys: { pk: '<workspace>', sk: 'D#<notebook>' },
  owner: 'organization',
  exported: { file: 'deleted-notebooks' },
  keep: { days: RESTORE_DAYS },
  schema: Notebook,
})
