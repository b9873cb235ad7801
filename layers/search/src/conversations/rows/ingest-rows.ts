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

/** Reasons why a file cannot be read as a whole; a retry would not help. */
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

/** Every item of a file is counted in `seen` and in exactly one other member. */
export const Ledger = z.object({
  seen: z.int(),
  ingested: z.int(),
  unchanged: z.int(),
  updated: z.int(),
  empty: z.int(),
  failed: z.int(),
  oversize: z.int(),
  unsupported: z.int(),
})
export type Ledger = z.infer<typeof Ledger>

export const IngestError = z.object({ file: z.int(), index: z.int(), ...Range.shape, code: z.string() })

/** Complete items of one unknown shape: the first one, and their number. */
export const UnsupportedShape = z.object({ ...IngestError.shape, keys: z.array(z.string()), count: z.int() })

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
  keep: 'for ever',
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
    /** Time until which it waits for embeddings, after the stage has used up those of the day. */
    paused_until: z.string().optional(),
    began_at: z.string().optional(),
    ended_at: z.string().optional(),
    /** Claims since the last progress. An import without progress is not retried forever. */
    tries: z.int().optional(),
    files_found: z.int().optional(),
    bytes_before: z.int().optional(),
    bytes_total: z.int(),
    bytes_done: z.int(),
    /** Start of the next batch; without `place`, the beginning of the file. */
    file: z.int(),
    place: SplitterPosition.optional(),
    /** End of the planned slices that start at `place`, once all are known. */
    planned_to: SplitterPosition.optional(),
    deferred_done: z.int().optional(),
    /**
     * A position before the first line of a thread in this file. Threads are assembled at the end of the file;
     * `threads_done` counts them.
     */
    fragments_from: SplitterPosition.optional(),
    threads_done: z.int().optional(),
    checkpoint_at: z.string().optional(),
    counts: Ledger,
    errors: z.array(IngestError),
    unsupported: z.array(UnsupportedShape).optional(),
    failure: z.string().optional(),
    last_batch: z.string().optional(),
    receipt: z.string().optional(),
  }),
})
