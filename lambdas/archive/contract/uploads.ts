import { endpoint } from '@signet/contracts'
import { PART_RATE, READ_RATE, STATUS_RATE, UPLOAD_RATE } from '@signet/search/conversations/contract'
import * as z from 'zod'
import { UPLOAD_FIELDS, UploadStatus } from './upload-status.ts'

/** An upload in one request must have fewer bytes (spec supporting-services 8). */
export const SIMPLE_UPLOAD_BYTES = 5_000_000

/** Exact size of every part except the last (spec supporting-services 8). */
export const PART_BYTES = 52_428_800

/** Maximum size of an upload: 50 GiB. */
export const UPLOAD_BYTES_MAX = 53_687_091_200

/** A multipart upload expires after this time. */
export const UPLOAD_HOURS = 24

const tags = ['uploads']
const params = z.strictObject({ id: z.string().min(1).max(100).describe('Upload ID') })

const fileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/\S/, 'must not be empty')
  .regex(/^[^\p{C}]+$/u, 'must be a file name without control characters')
  .describe('File name, for display only')

const Upload = z.object(UPLOAD_FIELDS).meta({ id: 'Upload' })
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

export const createSimpleUpload = endpoint({
  name: 'createSimpleUpload',
  summary: 'Upload a small export',
  description:
    'Imports the chat export in the request body: a JSON file, a JSON Lines file or an activity file in HTML, smaller than 5 MB. Upload a ZIP archive or a larger file in parts with `POST /api/uploads`.',
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
