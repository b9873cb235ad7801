import { endpoint } from '@signet/contracts'
import { PART_RATE, READ_RATE, STATUS_RATE, UPLOAD_RATE } from '@signet/search/conversations/contract'
import { INGEST_STATES, OutcomeCounts } from '@signet/search/conversations/rows'
import * as z from 'zod'

/** An upload in one request must have fewer bytes (spec supporting-services 8). */
export const SIMPLE_UPLOAD_BYTES = 5_000_000

/** Exact size of every part except the last (spec supporting-services 8). */
export const PART_BYTES = 52_428_800

/** Maximum size of an upload: 50 GiB. */
export const UPLOAD_BYTES_MAX = 53_687_091_200

/** A multipart upload expires after this time. */
export const UPLOAD_HOURS = 24

export const ERRORS_SHOWN_MAX = 20

export const SHAPES_SHOWN_MAX = 10

const tags = ['uploads']
const params = z.strictObject({ id: z.string().min(1).max(100).describe('Upload ID') })

const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/\S/, 'must not be empty')
  .regex(/^[^\p{C}]+$/u, 'must be a file name without control characters')
  .describe('File name, for display only')

const UploadState = z.enum(['created', 'uploading', 'uploaded', 'aborted', 'expired'])

const upload = {
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

const Upload = z.object(upload).meta({ id: 'Upload' })
export type Upload = z.infer<typeof Upload>

const NextPart = z
  .object({
    part: z.int().min(1).max(10_000).describe('Number of the next part'),
    bytes: z.int().describe('Exact size of the part in bytes'),
    url: z.url().describe('URL to which you send the bytes of the part with PUT, without a credential'),
    urlExpiresAt: z.iso.datetime().describe('Expiry time of the URL. Afterwards, request a new URL.'),
  })
  .meta({ id: 'NextPart' })
export type NextPart = z.infer<typeof NextPart>

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
    ...upload,
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

export const createSimpleUpload = endpoint({
  name: 'createSimpleUpload',
  summary: 'Upload a small export',
  description:
    'Imports the chat export in the request body: a JSON, JSON Lines or HTML activity file of less than 5 MB. Upload a ZIP archive or a larger file in parts with `POST /api/uploads`.',
  tags,
  route: 'POST /api/uploads/simple',
  authority: 'scope:archive:ingest',
  rate: UPLOAD_RATE,
  request: {
    query: z.strictObject({ name: fileName.default('conversations.json') }),
    bodyType: 'bytes',
    mediaTypes: ['application/json', 'application/x-ndjson', 'application/jsonl', 'text/plain', 'text/html'],
    // Slightly above the limit, so that slightly larger bodies get a helpful error.
    maxBodyBytes: 5_300_000,
  },
  responses: { 202: { description: 'The upload is stored and being read', schema: UploadStatus } },
  errors: [
    'payload_too_large',
    {
      code: 'zip_needs_parts',
      status: 413,
      description: 'The file is a ZIP archive. Upload it in parts with `POST /api/uploads`.',
    },
    { code: 'empty_file', status: 422, description: 'The file is empty.' },
    'quota_exceeded',
    'spend_ceiling',
    'unavailable',
  ],
})

export const createUpload = endpoint({
  name: 'createUpload',
  summary: 'Start a multipart upload',
  description:
    'Starts an upload in parts, for files up to 50 GiB, including unmodified ZIP exports. Upload parts of 50 MiB in order, each to its own URL. The response contains the URL for the first part.',
  tags,
  route: 'POST /api/uploads',
  authority: 'scope:archive:ingest',
  rate: UPLOAD_RATE,
  request: {
    body: z.strictObject({
      name: fileName,
      bytes: z.int().min(1).max(UPLOAD_BYTES_MAX).describe('Size of the whole file in bytes'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The upload was started',
      schema: z.object({ upload: Upload, partBytes: z.literal(PART_BYTES), next: NextPart }),
    },
  },
  errors: ['quota_exceeded', 'spend_ceiling', 'unavailable'],
})

const NOT_UPLOADING = {
  code: 'not_uploading',
  status: 409,
  description: 'The upload is complete, aborted or expired; see `state`.',
} as const

export const nextUploadPart = endpoint({
  name: 'nextUploadPart',
  summary: 'Get the URL of the next part',
  description:
    'Confirms an uploaded part and returns the URL of the next part. Repeating the request returns the same part with a new URL. To request the first URL, send part 0.',
  tags,
  route: 'POST /api/uploads/:id/parts',
  authority: 'scope:archive:ingest',
  rate: PART_RATE,
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      part: z.int().min(0).max(10_000).describe('Number of the part to confirm; 0 to request the first URL'),
      etag: z.string().min(1).max(100).optional().describe('ETag of the part, from the response to the PUT request'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: {
      description: 'The next part. `next` is null after the last part, when the upload can be completed.',
      schema: z.object({ partsDone: z.int(), next: NextPart.nullable() }),
    },
  },
  errors: [
    'not_found',
    NOT_UPLOADING,
    {
      code: 'part_out_of_order',
      status: 409,
      description: 'Parts must be uploaded in order; `expected` is the next part.',
    },
    { code: 'part_missing', status: 409, description: 'The part is missing or has a different ETag. Upload it again.' },
    { code: 'part_size', status: 422, description: 'The part has the wrong size. Upload it again.' },
    'spend_ceiling',
    'unavailable',
  ],
})

export const completeUpload = endpoint({
  name: 'completeUpload',
  summary: 'Complete an upload',
  description: 'Checks that all parts are stored and starts the import. Repeating the request has no further effect.',
  tags,
  route: 'POST /api/uploads/:id/complete',
  authority: 'scope:archive:ingest',
  rate: UPLOAD_RATE,
  idempotent: true,
  request: { params },
  responses: { 202: { description: 'The upload is stored and being read', schema: UploadStatus } },
  errors: [
    'not_found',
    NOT_UPLOADING,
    {
      code: 'part_missing',
      status: 409,
      description: 'Parts are missing or have the wrong size; `part` is the number of the first one. Upload it again.',
    },
    'unavailable',
  ],
})

export const getUploadStatus = endpoint({
  name: 'getUploadStatus',
  summary: 'Get the status of an upload',
  description:
    'Returns the progress of the import in bytes, the number of items by outcome, and the first errors with their byte ranges.',
  tags,
  route: 'GET /api/uploads/:id/status',
  authority: 'scope:archive:read',
  rate: STATUS_RATE,
  request: { params },
  responses: { 200: { description: 'The status of the upload', schema: UploadStatus } },
  errors: ['not_found', 'unavailable'],
})

export const listUploads = endpoint({
  name: 'listUploads',
  summary: 'List uploads',
  description: 'Lists the uploads of the organization, newest first.',
  tags,
  route: 'GET /api/uploads',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Uploads per page'),
      cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of uploads',
      schema: z.object({ uploads: z.array(Upload), nextCursor: z.string().nullable() }),
    },
  },
  errors: ['unavailable'],
})

export const deleteUpload = endpoint({
  name: 'deleteUpload',
  summary: 'Abort or delete an upload',
  description:
    'Aborts an incomplete upload and removes its parts. Deletes a complete upload with all conversations that no other upload contains. If another upload contains a conversation, the version from that upload becomes current again.',
  tags,
  route: 'DELETE /api/uploads/:id',
  authority: 'scope:archive:ingest',
  rate: UPLOAD_RATE,
  request: { params },
  responses: {
    202: {
      description:
        'State of the upload. `aborted`: the parts were removed; `deleting`: the conversations are being removed',
      schema: z.object({ id: z.string(), state: z.enum(['aborted', 'deleting']) }),
    },
  },
  errors: ['not_found', 'unavailable'],
})
