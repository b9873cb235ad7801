import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const UPLOAD_STATES = ['uploading', 'uploaded', 'aborted'] as const

export const uploadRow = rowKind({
  name: 'Upload to the archive',
  prefix: 'UPLOAD#',
  keys: { pk: '<workspace>', sk: 'U#<upload>' },
  owner: 'organization',
  erasure: { by: 'the workers delete it with its upload' },
  exported: { file: 'uploads', without: ['parts_id', 'part_bytes', 'parts_done', 'last_etag'] },
  keep: 'permanent',
  retention: 'until it is deleted; an upload that is not completed expires after a day',
  schema: z.object({
    workspace: z.string(),
    upload: z.string(),
    name: z.string(),
    bytes: z.int(),
    state: z.enum(UPLOAD_STATES),
    created_at: z.string(),
    expires_at: z.string(),
    /** Id of the multipart upload at S3, and the size of a part. */
    parts_id: z.string().optional(),
    part_bytes: z.int().optional(),
    /** Number of stored parts, and the ETag of the last one. */
    parts_done: z.int().optional(),
    last_etag: z.string().optional(),
  }),
})
