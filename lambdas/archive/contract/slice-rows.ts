import { rowKind } from '@signet/kernel/row-kind'
import {
  FAILURE_CODES,
  IngestError,
  OutcomeCounts,
  SplitterPosition,
  UnsupportedShape,
} from '@signet/search/conversations/rows'
import * as z from 'zod'

/** A range of a large file that one worker reads while others read other ranges, with lease, checkpoint and counts. */
export const sliceRow = rowKind({
  name: 'Slice of an imported file',
  prefix: 'SLICE#',
  keys: { pk: '<workspace>/<upload>', sk: 'S#<slice>' },
  owner: 'organization',
  erasure: { by: 'the workers delete it with its upload' },
  exported: { none: 'contains the state of an import' },
  keep: 'permanent',
  retention: 'until the upload is deleted',
  schema: z.object({
    workspace: z.string(),
    upload: z.string(),
    /** File number and first byte, padded, so that slices sort in the order of the upload. */
    slice: z.string(),
    file: z.int(),
    from: SplitterPosition,
    end: z.int(),
    /** Conversations that also occur in an earlier slice. They are read after all slices, in file order. */
    deferred: z.array(z.object({ from: SplitterPosition, end: z.int() })),
    standing: z.enum(['open', 'ended']),
    due: z.string(),
    /** Worker that has the slice until `due`; absent if free. */
    lease: z.string().optional(),
    revision: z.int(),
    tries: z.int().optional(),
    position: SplitterPosition.optional(),
    checkpoint_at: z.string().optional(),
    counts: OutcomeCounts,
    errors: z.array(IngestError),
    unsupported: z.array(UnsupportedShape).optional(),
    failure: z.enum(FAILURE_CODES).optional(),
    last_batch: z.string().optional(),
  }),
})
