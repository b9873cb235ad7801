import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { Range } from './places.ts'

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

/** Why a file as a whole cannot be read; it is of no use to try again. */
export const FAILURE_CODES = [
  'empty_file',
  'unknown_format',
  'zip_without_conversations',
  'zip_broken',
  'zip_encrypted',
  'zip_too_large',
  'object_changed',
  'object_missing',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** Each item of a file is counted in exactly one of these besides `seen`. */
export const Ledger = z.object({
  seen: z.int(),
  ingested: z.int(),
  unchanged: z.int(),
  updated: z.int(),
  empty: z.int(),
  failed: z.int(),
  oversize: z.int(),
})
export type Ledger = z.infer<typeof Ledger>

/** An item that could not be read. */
export const IngestError = z.object({ file: z.int(), index: z.int(), ...Range.shape, code: z.string() })

const IngestFile = z.object({
  name: z.string(),
  key: z.string(),
  etag: z.string(),
  bytes: z.int(),
})

/** Where reading goes on: a position of the splitter. */
export const Place = z.object({
  offset: z.int(),
  root: z.enum(['array', 'object', 'envelope', 'single', 'lines']),
  envelope: z.string().optional(),
  index: z.int(),
})

/** The making of an upload into conversations: lease, checkpoint and counts. */
export const ingestRow = rowKind({
  name: 'Import of an upload',
  prefix: 'INGEST#',
  keys: { pk: '<workspace>', sk: 'I#<upload>' },
  index: { gsi1pk: 'INGEST#<standing>', gsi1sk: '<due>#<workspace>/<upload>' },
  keep: 'for ever',
  kept: 'until the upload is deleted',
  schema: z.object({
    workspace: z.string(),
    upload: z.string(),
    state: z.enum(INGEST_STATES),
    /** `open` while something is to be done; who finds it after `due` sends it to the workers again. */
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Who works on it, until `due`; absent: nobody. */
    lease: z.string().optional(),
    /** Grows with every checkpoint. */
    revision: z.int(),
    queued_at: z.string(),
    began_at: z.string().optional(),
    ended_at: z.string().optional(),
    /** Files of conversations, once they are known: the upload itself, or the unpacked members of a ZIP. */
    files: z.array(IngestFile).optional(),
    bytes_total: z.int(),
    bytes_done: z.int(),
    /** Where the next batch begins; `place` absent: at the beginning of the file. */
    file: z.int(),
    place: Place.optional(),
    /** Where the slices end that the file was cut into from `place` on, once all are known. */
    planned_to: Place.optional(),
    /** Of what slices left to be read behind them. */
    deferred_done: z.int().optional(),
    /** A place before the first line of a thread in this file: threads are made at its end, and so many of them are done. */
    fragments_from: Place.optional(),
    threads_done: z.int().optional(),
    checkpoint_at: z.string().optional(),
    counts: Ledger,
    errors: z.array(IngestError),
    /** Why it failed as a whole. */
    failure: z.string().optional(),
    /** The last batch that was given to the index: what a probe looks for. */
    last_batch: z.string().optional(),
  }),
})
