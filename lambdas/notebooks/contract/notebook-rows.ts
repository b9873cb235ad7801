import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const RESTORE_DAYS = 30

const Source = z.object({
  source: z.string(),
  upload: z.string(),
  version: z.int(),
  /** Hash over its conversations; absent until the upload is read. */
  content_hash: z.string().optional(),
  conversations: z.int(),
  added_at: z.string(),
  /** When the source was removed or its upload was deleted. It contributes nothing from then on. */
  removed_at: z.string().optional(),
})

const Notebook = z.object({
  workspace: z.string(),
  notebook: z.string(),
  title: z.string(),
  description: z.string(),
  instructions: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** Grows with changes by callers; the ETag. */
  version: z.int(),
  revision: z.int(),
  sources: z.array(Source),
  /** Hash of the live sources and the instructions; artifacts are compared with it. */
  source_set_hash: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** A notebook with its sources, so that one write changes both and their hash. */
export const notebookRow = rowKind({
  name: 'Notebook',
  prefix: 'NOTEBOOK#',
  keys: { pk: '<workspace>', sk: 'N#<notebook>' },
  owner: 'organization',
  exported: { file: 'notebooks' },
  keep: 'for ever',
  kept: 'until it is deleted',
  schema: Notebook,
})

/** A deleted notebook. It is in no list and expires by itself. */
export const deletedNotebookRow = rowKind({
  name: 'Deleted notebook',
  prefix: 'NOTEBOOK#',
  keys: { pk: '<workspace>', sk: 'D#<notebook>' },
  owner: 'organization',
  exported: { file: 'deleted-notebooks' },
  keep: { days: RESTORE_DAYS },
  schema: Notebook,
})
