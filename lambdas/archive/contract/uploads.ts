import { endpoint } from '@signet/contracts'
import { PART_RATE, READ_RATE, STATUS_RATE, UPLOAD_RATE } from '@signet/search/conversations/contract'
import { INGEST_STATES, Ledger } from '@signet/search/conversations/rows'
import * as z from 'zod'

/** A direct upload has fewer bytes (spec supporting-services 8). */
export const SIMPLE_BYTES = 5_000_000

/** Exact size of every part but the last (spec supporting-services 8). */
export const PART_BYTES = 52_428_800

/** The largest upload: 50 GiB. */
export const UPLOAD_BYTES_MAX = 53_687_091_200

export const UPLOAD_HOURS = 24

export const ERRORS_SHOWN = 20

export const SHAPES_SHOWN = 10

const tags = ['uploads']
const params = z.strictObject({ id: z.string().min(1).max(100).describe('Id of the upload') })

const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/\S/, 'must not be empty')
  .regex(/^[^\p{C}]+$/u, 'must be the name of a file, without control characters')
  .describe('Name of the file, for display only')

const UploadState = z.enum(['created', 'uploading', 'uploaded', 'aborted', 'expired'])

const upload = {
  id: z.string(),
  name: z.string(),
  bytes: z.int().describe('Of the whole file'),
  state: UploadState.describe('created: no part is stored yet; expired: no more parts are accepted'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('It must be completed by then; null: it is complete'),
  ingestion: z.enum(INGEST_STATES).nullable().describe('State of the import; null: not begun'),
}

const Upload = z.object(upload).meta({ id: 'Upload' })
export type Upload = z.infer<typeof Upload>

const NextPart = z
  .object({
    part: z.int().min(1).max(10_000).describe('Number of the next part'),
    bytes: z.int().describe('Its exact size in bytes'),
    url: z.url().describe('Address to PUT its bytes, without a credential'),
    urlExpiresAt: z.iso.datetime().describe('Expiry of the address; then request a new one'),
  })
  .meta({ id: 'NextPart' })
export type NextPart = z.infer<typeof NextPart>

const StatusError = z.object({
  file: z.string().describe('The file of a ZIP, or the upload itself'),
  index: z.int().describe('Which item of the file, from 0'),
  start: z.int().describe('Its first byte'),
  end: z.int().describe('Offset after its last byte'),
  code: z
    .string()
    .describe(
      'invalid_json, truncated, too_deep, oversize, unknown_shape, no_messages, unread_text; of what is left of a file: too_many_attempts, not_storable',
    ),
})

const UnsupportedItems = StatusError.extend({
  keys: z.array(z.string()).describe('Names of members of the first such item'),
  count: z.int().describe('Items of this shape'),
})

export const UploadStatus = z
  .object({
    ...upload,
    partBytes: z.int().nullable().describe('Size of every part but the last; null: it was uploaded in one request'),
    partsDone: z.int().nullable().describe('Number of stored parts: continue with the next'),
    bytesTotal: z.int().describe('Bytes to read; more than `bytes` if a ZIP is unpacked'),
    bytesDone: z.int(),
    conversations: Ledger.describe('Each item of the file is counted in exactly one member; together they are `seen`'),
    lastCheckpoint: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last checkpoint, from which a new worker continues'),
    pausedUntil: z.iso
      .datetime()
      .nullable()
      .describe('The service has embedded what it may today: reading goes on then at the latest, where it stopped'),
    etaSeconds: z.int().nullable().describe('Estimate by the pace so far; null: unknown'),
    failure: z.string().nullable().describe('Why the upload, or one of its files, could not be read to its end'),
    errors: z.array(StatusError).max(ERRORS_SHOWN).describe('The first items that could not be read'),
    unsupported: z
      .array(UnsupportedItems)
      .max(SHAPES_SHOWN)
      .describe('Items that are whole and not understood, by the names of their members; the first of each'),
  })
  .meta({ id: 'UploadStatus' })
export type UploadStatus = z.infer<typeof UploadStatus>

export const createSimpleUpload = endpoint({
  name: 'createSimpleUpload',
  summary: 'Upload a small export',
  description: `Accepts a file of fewer than ${SIMPLE_BYTES} bytes as the body, JSON, one JSON per line or a page of activities, and begins to read it. Upload a ZIP or a larger file in parts: POST /api/uploads.`,
  tags,
  route: 'POST /api/uploads/simple',
  authority: 'scope:archive:ingest',
  rate: UPLOAD_RATE,
  request: {
    query: z.strictObject({ name: fileName.default('conversations.json') }),
    bodyType: 'bytes',
    mediaTypes: ['application/json', 'application/x-ndjson', 'application/jsonl', 'text/plain', 'text/html'],
    // A little above the limit, so that slightly larger bodies get a helpful error.
    maxBodyBytes: 5_300_000,
  },
  responses: { 202: { description: 'The upload is stored and being read', schema: UploadStatus } },
  errors: [
    'payload_too_large',
    { code: 'zip_needs_parts', status: 413, description: 'A ZIP must be uploaded in parts.' },
    { code: 'empty_file', status: 422, description: 'The file has no bytes.' },
    'quota_exceeded',
    'spend_ceiling',
    'unavailable',
  ],
})

export const createUpload = endpoint({
  name: 'createUpload',
  summary: 'Begin an upload in parts',
  description: `For files of up to ${UPLOAD_BYTES_MAX} bytes and ZIPs as vendors send them. Parts of ${PART_BYTES} bytes are uploaded one after the other, each to an address of its own; the response contains the first address.`,
  tags,
  route: 'POST /api/uploads',
  authority: 'scope:archive:ingest',
  rate: UPLOAD_RATE,
  request: {
    body: z.strictObject({
      name: fileName,
      bytes: z.int().min(1).max(UPLOAD_BYTES_MAX).describe('Of the whole file'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'It is begun',
      schema: z.object({ upload: Upload, partBytes: z.literal(PART_BYTES), next: NextPart }),
    },
  },
  errors: ['quota_exceeded', 'spend_ceiling', 'unavailable'],
})

const NOT_UPLOADING = {
  code: 'not_uploading',
  status: 409,
  description: 'The upload is complete, aborted or expired, as `state` shows.',
} as const

export const nextUploadPart = endpoint({
  name: 'nextUploadPart',
  summary: 'The address of the next part',
  description:
    'Confirms a part and returns the address of the next one. Repeating the request returns the same part with a new address. `part` 0 requests the first address.',
  tags,
  route: 'POST /api/uploads/:id/parts',
  authority: 'scope:archive:ingest',
  rate: PART_RATE,
  idempotent: true,
  request: {
    params,
    body: z.strictObject({
      part: z.int().min(0).max(10_000).describe('The confirmed part'),
      etag: z.string().min(1).max(100).optional().describe('Its ETag from the response to the PUT'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: {
      description: 'The next part; null: it was the last, complete the upload',
      schema: z.object({ partsDone: z.int(), next: NextPart.nullable() }),
    },
  },
  errors: [
    'not_found',
    NOT_UPLOADING,
    {
      code: 'part_out_of_order',
      status: 409,
      description: 'Parts must be uploaded in order; `expected` is the next one.',
    },
    { code: 'part_missing', status: 409, description: 'The part is missing, or has another ETag: PUT it again.' },
    { code: 'part_size', status: 422, description: 'The part has the wrong size: PUT it again.' },
    'spend_ceiling',
    'unavailable',
  ],
})

export const completeUpload = endpoint({
  name: 'completeUpload',
  summary: 'Complete an upload',
  description: 'Checks that all parts are stored, and begins to read the file. Repeating the request changes nothing.',
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
      description: 'Parts are missing or have the wrong size; `part` is the first.',
    },
    'unavailable',
  ],
})

export const getUploadStatus = endpoint({
  name: 'getUploadStatus',
  summary: 'Get the status of an upload',
  description: 'Bytes, conversations by outcome, and the first errors with their byte ranges.',
  tags,
  route: 'GET /api/uploads/:id/status',
  authority: 'scope:archive:read',
  rate: STATUS_RATE,
  request: { params },
  responses: { 200: { description: 'The status', schema: UploadStatus } },
  errors: ['not_found', 'unavailable'],
})

export const listUploads = endpoint({
  name: 'listUploads',
  summary: 'List uploads',
  description: 'Newest first.',
  tags,
  route: 'GET /api/uploads',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Uploads a page'),
      cursor: z.string().max(500).optional().describe('nextCursor of the page before'),
    }),
  },
  responses: {
    200: { description: 'A page', schema: z.object({ uploads: z.array(Upload), nextCursor: z.string().nullable() }) },
  },
  errors: ['unavailable'],
})

export const deleteUpload = endpoint({
  name: 'deleteUpload',
  summary: 'Abort or delete an upload',
  description:
    'Aborts an incomplete upload and removes its parts. Deletes a complete one with all conversations that no other upload contains; for the others the version of another upload becomes current again.',
  tags,
  route: 'DELETE /api/uploads/:id',
  authority: 'scope:archive:ingest',
  rate: UPLOAD_RATE,
  request: { params },
  responses: {
    202: {
      description: 'aborted: its parts are removed; deleting: its conversations are being removed',
      schema: z.object({ id: z.string(), state: z.enum(['aborted', 'deleting']) }),
    },
  },
  errors: ['not_found', 'unavailable'],
})
