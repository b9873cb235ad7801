import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { Range } from './origins.ts'

export const INGEST_STATES = [
  'queued',
  'detecting',
  'ingesting',
  'indexing',
  'completed',
  'completed_with_errors',
  'failed',
  'deleting',
] as const

/** Reasons why a file cannot be read completely. A retry would not help. */
export const FAILURE_CODES = [
  'empty_file',
  'unknown_format',
  'zip_without_conversations',
  'zip_broken',
  'zip_encrypted',
  'zip_too_large',
  'object_changed',
  'object_missing',
  'not_storable',
  'too_many_attempts',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** Numbers of items by outcome. Every item of a file is counted in `seen` and in exactly one other number. */
export const OutcomeCounts = z.object({
  seen: z.int(),
  ingested: z.int(),
  unchanged: z.int(),
  updated: z.int(),
  empty: z.int(),
  failed: z.int(),
  oversize: z.int(),
  unsupported: z.int(),
})
export type OutcomeCounts = z.infer<typeof OutcomeCounts>

export const IngestError = z.object({ file: z.int(), index: z.int(), ...Range.shape, code: z.string() })

/** Complete items with one set of field names that no reader knows: the first item, and their number. */
export const UnsupportedShape = z.object({ ...IngestError.shape, keys: z.array(z.string()), count: z.int() })

/** Position between two items of a file; see `Position` in @signet/chat-exports. */
export const SplitterPosition = z.object({
  offset: z.int(),
  root: z.enum(['array', 'object', 'envelope', 'single', 'lines', 'cells']),
  envelope: z.string().optional(),
  index: z.int(),
})

export const ingestRow = rowKind({
  name: 'Import of an upload',
  prefix: 'INGEST#',
  keys: { pk: '<workspace>', sk: 'I#<upload>' },
  index: { gsi1pk: 'INGEST#<standing>', gsi1sk: '<due>#<workspace>/<upload>' },
  owner: 'organization',
  erasure: { by: 'the workers delete it with its upload' },
  exported: { none: 'contains the state of an import' },
  keep: 'permanent',
  retention: 'until the upload is deleted',
  schema: z.object({
    workspace: z.string(),
    upload: z.string(),
    state: z.enum(INGEST_STATES),
    /** `open` while work is left. The sweeper sends an open import to the workers again after `due`. */
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Worker that has the import until `due`; absent if free. */
    lease: z.string().optional(),
    revision: z.int(),
    queued_at: z.string(),
    /** Time until which the import waits, after the stage has reached its daily limit of embeddings. */
    paused_until: z.string().optional(),
    began_at: z.string().optional(),
    ended_at: z.string().optional(),
    /** Claims since the last progress, including the current one. After too many, the import is abandoned. */
    tries: z.int().optional(),
    files_found: z.int().optional(),
    /** Bytes of the files before the current one. */
    bytes_before: z.int().optional(),
    bytes_total: z.int(),
    bytes_done: z.int(),
    /** File number and start of the next batch; without `position`, the beginning of the file. */
    file: z.int(),
    position: SplitterPosition.optional(),
    /** End of the slices that start at `position`; absent until all are planned. */
    planned_to: SplitterPosition.optional(),
    /** Number of deferred items that are already read. */
    deferred_done: z.int().optional(),
    /**
     * A position before the first line of a thread in this file. Threads are assembled after all other items;
     * `threads_done` counts them.
     */
    fragments_from: SplitterPosition.optional(),
    threads_done: z.int().optional(),
    checkpoint_at: z.string().optional(),
    counts: OutcomeCounts,
    errors: z.array(IngestError),
    unsupported: z.array(UnsupportedShape).optional(),
    failure: z.string().optional(),
    /** Last batch that was added to the index. The import waits until it is searchable. */
    last_batch: z.string().optional(),
    /** Hash of the receipt. */
    receipt: z.string().optional(),
  }),
})
