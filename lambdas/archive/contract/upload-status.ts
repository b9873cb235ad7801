import { INGEST_STATES, OutcomeCounts } from '@signet/search/conversations/rows'
import * as z from 'zod'

export const ERRORS_SHOWN_MAX = 20

export const SHAPES_SHOWN_MAX = 10

const UploadState = z.enum(['created', 'uploading', 'uploaded', 'aborted', 'expired'])

/** Fields of an upload, also in its status. */
export const UPLOAD_FIELDS = {
  id: z.string(),
  name: z.string(),
  bytes: z.int().describe('Size of the whole file in bytes'),
  state: UploadState.describe(
    'State of the upload. `created`: no part is stored yet. `expired`: no more parts are accepted.',
  ),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso
    .datetime()
    .nullable()
    .describe('Time by which the upload must be completed; null after it was completed or aborted'),
  ingestion: z
    .enum(INGEST_STATES)
    .nullable()
    .describe('State of the import of the conversations; null if the import has not started'),
}

const StatusError = z.object({
  file: z.string().describe('Name of the file in the ZIP, or of the uploaded file'),
  index: z.int().describe('Index of the item in the file, from 0'),
  start: z.int().describe("Offset of the item's first byte in the file"),
  end: z.int().describe("Offset in the file after the item's last byte"),
  code: z
    .string()
    .describe(
      'Error code: `invalid_json`, `truncated`, `too_deep`, `oversize`, `unknown_shape`, `no_messages` or `unread_text`; for the remainder of a file: `too_many_attempts` or `not_storable`',
    ),
})

const UnsupportedItems = StatusError.extend({
  keys: z.array(z.string()).describe('Field names of the first such item'),
  count: z.int().describe('Number of items with these fields'),
})

export const UploadStatus = z
  .object({
    ...UPLOAD_FIELDS,
    partBytes: z
      .int()
      .nullable()
      .describe('Size in bytes of every part except the last; null for an upload in one request'),
    partsDone: z
      .int()
      .nullable()
      .describe('Number of stored parts; null for an upload in one request. Continue with the next part.'),
    bytesTotal: z.int().describe('Number of bytes to read; for a ZIP archive, the unpacked size'),
    bytesDone: z.int().describe('Number of bytes read so far'),
    conversations: OutcomeCounts.describe(
      'Number of items by outcome. Each item of the file is counted once; the outcomes add up to `seen`.',
    ),
    lastCheckpoint: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time of the last checkpoint, from which the import resumes after an interruption; null before the first checkpoint',
      ),
    pausedUntil: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time by which reading resumes after the daily embedding limit was reached; null if the import is not paused',
      ),
    etaSeconds: z
      .int()
      .nullable()
      .describe('Estimated number of seconds until the file is read, at the average rate so far; null if unknown'),
    failure: z
      .string()
      .nullable()
      .describe('Reason why the upload, or one of its files, could not be read completely; null without such an error'),
    errors: z
      .array(StatusError)
      .max(ERRORS_SHOWN_MAX)
      .describe(`First items that could not be read, at most ${ERRORS_SHOWN_MAX}`),
    unsupported: z
      .array(UnsupportedItems)
      .max(SHAPES_SHOWN_MAX)
      .describe('Complete items with an unknown structure, grouped by their field names'),
  })
  .meta({ id: 'UploadStatus' })
export type UploadStatus = z.infer<typeof UploadStatus>
