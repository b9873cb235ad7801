import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { FAILURE_CODES, IngestError, Ledger, Place } from './ingest-rows.ts'

/** A range of a large file that one worker reads, while others read the others: lease, checkpoint and counts. */
export const sliceRow = rowKind({
  name: 'Slice of a file of an import',
  prefix: 'SLICE#',
  keys: { pk: '<workspace>/<upload>', sk: 'S#<slice>' },
  keep: 'for ever',
  kept: 'until the upload is deleted',
  schema: z.object({
    workspace: z.string(),
    upload: z.string(),
    /** File and first byte, padded: slices stand in the order of the upload. */
    slice: z.string(),
    file: z.int(),
    from: Place,
    /** Bytes of the file before its end. */
    end: z.int(),
    /** Conversations that an earlier slice has, too: they are read behind all slices, in the order of the file. */
    deferred: z.array(z.object({ from: Place, end: z.int() })),
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Who works on it, until `due`; absent: nobody. */
    lease: z.string().optional(),
    revision: z.int(),
    /** Where the next batch begins; absent: at its beginning. */
    place: Place.optional(),
    checkpoint_at: z.string().optional(),
    counts: Ledger,
    errors: z.array(IngestError),
    /** Why the file can be read no further. */
    failure: z.enum(FAILURE_CODES).optional(),
    last_batch: z.string().optional(),
  }),
})
