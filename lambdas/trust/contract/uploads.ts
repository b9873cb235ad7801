import { endpoint, nameText, wellFormedText } from '@signet/contracts'
import * as z from 'zod'
import {
  ARTIFACT_BYTES_MAX,
  ARTIFACT_MEDIA_TYPES,
  artifactHeaders,
  artifactParams,
  BODY_BYTES_MAX,
  location,
  MIB,
  STORE_ERRORS,
  StoreResponse,
  tags,
  WRITES,
} from './bundles.ts'

export const STAGED_DAYS = 1

export const putLargeArtifact = endpoint({
  name: 'putLargeTrustArtifact',
  summary: 'Upload a large document',
  description: `Accepts the bytes of a document as the request body, at most ${ARTIFACT_BYTES_MAX / MIB} MiB, and redirects to the commit URL. Follow the redirect with the same credential. The bundle (the documents of a trust page) does not change before the commit. An upload that is not committed is deleted after ${STAGED_DAYS} day. \`POST /api/trust/bundle/:hash/:slug\` redirects bodies to this operation if they are larger than ${BODY_BYTES_MAX / MIB} MiB.`,
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/large',
  authority: 'scope:trust:write',
  idempotent: true,
  // Each upload is stored for a day, even if it is never committed.
  rate: { requests: 30, window: '1m', by: 'caller', pool: 'trust-large' },
  request: {
    params: artifactParams(),
    headers: artifactHeaders(),
    bodyType: 'bytes',
    mediaTypes: ARTIFACT_MEDIA_TYPES,
    maxBodyBytes: ARTIFACT_BYTES_MAX,
  },
  responses: {
    303: {
      description: 'The upload is complete. Send GET to the commit URL in `Location` with the same credential.',
      headers: { location },
    },
  },
  errors: STORE_ERRORS,
})

export const openUpload = endpoint({
  name: 'openTrustUpload',
  summary: 'Create an upload URL for a document',
  description:
    'Returns a storage URL that accepts exactly `byte_size` bytes, once, within 15 minutes. Use the URL if a gateway rejects large request bodies. Send the bytes with PUT to the storage URL, with the returned headers and without a credential. Then send GET to `commit` with the credential. The bundle (the documents of a trust page) does not change before the commit.',
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/upload',
  authority: 'scope:trust:write',
  rate: { requests: 30, window: '1m', by: 'caller', pool: 'trust-large' },
  request: {
    params: artifactParams(),
    body: z.strictObject({
      byte_size: z.int().min(1).max(ARTIFACT_BYTES_MAX).describe('Exact size of the upload in bytes'),
      content_type: z.enum(ARTIFACT_MEDIA_TYPES).describe('Media type of the document'),
      display_name: nameText(120).describe('Name of the document'),
      excerpt: wellFormedText(500).optional(),
      signed: z.boolean().default(false).describe('Whether the document contains its own signature'),
      access: z
        .enum(['public', 'request'])
        .optional()
        .describe(
          'Access to the document. `public`: anyone can download it; `request`: only visitors whose request was granted can. If absent, an existing document keeps its access, and a new document is public.',
        ),
    }),
    maxBodyBytes: 8_192,
  },
  responses: {
    201: {
      description: 'The storage URL and the commit URL',
      schema: z.object({
        id: z.uuid(),
        upload: z.object({
          method: z.literal('PUT'),
          url: z.string(),
          headers: z.record(z.string(), z.string()).describe('Headers that the upload must contain unchanged'),
          expires_at: z.iso.datetime(),
        }),
        commit: z.string().describe('Commit URL. After the upload, send GET to this URL with the credential.'),
      }),
    },
  },
  errors: STORE_ERRORS,
})

export const commitArtifact = endpoint({
  name: 'commitTrustArtifact',
  summary: 'Commit a large document',
  description:
    'Validates the uploaded bytes and stores them as a document of the bundle (the documents of a trust page), as `POST /api/trust/bundle/:hash/:slug` does. Repeating the request returns the same response and completes an interrupted commit.',
  tags,
  route: 'GET /api/trust/bundle/:hash/:slug/commit/:id',
  authority: 'scope:trust:write',
  rate: WRITES,
  request: {
    params: artifactParams().extend({ id: z.uuid().describe('ID of the upload, from the commit URL') }),
  },
  responses: {
    200: { description: 'The document was replaced', schema: StoreResponse },
    201: { description: 'The document was created', schema: StoreResponse },
  },
  errors: ['not_found', ...STORE_ERRORS],
})
