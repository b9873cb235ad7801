import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** A file of conversations in an import: the upload itself, or an unpacked member of a ZIP. */
export const importFileRow = rowKind({
  name: 'File of an import',
  prefix: 'IMPORTFILE#',
  keys: { pk: '<workspace>/<upload>', sk: 'F#<file>' },
  owner: 'organization',
  erasure: { by: 'the workers delete it with its upload' },
  exported: { none: 'the export of the upload contains its files' },
  keep: 'permanent',
  retention: 'until the upload is deleted',
  schema: z.object({
    /** File number, padded, so that files sort in the order in which they are read. */
    file: z.string(),
    name: z.string(),
    key: z.string(),
    etag: z.string(),
    bytes: z.int(),
  }),
})
