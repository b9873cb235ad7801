import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Days for which a deleted notebook can be brought back. */
export const RESTORE_DAYS = 30

/** An upload in a notebook. */
const Source = z.object({
  source: z.string(),
  upload: z.string(),
  /** Grows when another upload takes its place. */
  version: z.int(),
  /** Of the hashes of its conversations; absent until the upload is read. */
  content_hash: z.string().optional(),
  conversations: z.int(),
  added_at: z.string(),
  /** It says nothing any more: taken out, or its upload was deleted. */
  removed_at: z.string().optional(),
})

const Notebook = z.object({
  workspace: z.string(),
  notebook: z.string(),
  title: z.string(),
  description: z.string(),
  instructions: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** What callers change grows this: the ETag. */
  version: z.int(),
  /** Every write grows this. */
  revision: z.int(),
  sources: z.array(Source),
  /** Of the live sources and the instructions: what artifacts are compared with. */
  source_set_hash: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** A notebook with its sources, so that one write changes both and the hash of them. */
export const notebookRow = rowKind({
  name: 'Notebook',
  prefix: 'NOTEBOOK#',
  keys: { pk: '<workspace>', sk: 'N#<notebook>' },
  keep: 'for ever',
  kept: 'until it is deleted',
  schema: Notebook,
})

/** A notebook that was deleted. It is out of every list, and goes by itself. */
export const deletedNotebookRow = rowKind({
  name: 'Deleted notebook',
  prefix: 'NOTEBOOK#',
  keys: { pk: '<workspace>', sk: 'D#<notebook>' },
  keep: { days: RESTORE_DAYS },
  schema: Notebook,
})
