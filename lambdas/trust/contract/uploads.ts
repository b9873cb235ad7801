import { endpoint, nameText, wellFormedText } from '@signet/contracts'
import * as z from 'zod'
import {
  ARTIFACT_BYTES_MAX,
  ARTIFACT_MEDIA_TYPES,
  artifactHeaders,
  BODY_BYTES_MAX,
  bySlug,
  location,
  STORE_ERRORS,
  Stored,
  tags,
  WRITES,
} from './bundles.ts'

export const STAGED_DAYS = 1

export const putLargeArtifact = endpoint({
  name: 'putLargeTrustArtifact',
  summary: 'Upload a large artifact of a bundle',
  description: `Accepts the bytes of an artifact as the body, ${ARTIFACT_BYTES_MAX} at most, and redirects to its commit: follow the redirect with the same credential. The bundle does not change before the commit. An upload that is not committed is deleted after ${STAGED_DAYS} day. putTrustArtifact redirects here for more than ${BODY_BYTES_MAX} bytes.`,
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/large',
  authority: 'scope:trust:write',
  idempotent: true,
  // An upload is stored for a day, whether it is committed or not.
  rate: { requests: 30, window: '1m', by: 'caller', pool: 'trust-large' },
  request: {
    params: bySlug(),
    headers: artifactHeaders(),
    bodyType: 'bytes',
    mediaTypes: ARTIFACT_MEDIA_TYPES,
    maxBodyBytes: ARTIFACT_BYTES_MAX,
  },
  responses: {
    303: {
      description: 'The bytes have arrived: GET the commit address with the same credential',
      headers: { location },
    },
  },
  errors: STORE_ERRORS,
})

export const openUpload = endpoint({
  name: 'openTrustUpload',
  summary: 'Create an upload address for an artifact',
  description:
    'For clients behind a gateway that rejects large bodies. Returns a storage address that accepts exactly this number of bytes, once, within 15 minutes. PUT the bytes there with the returned headers and without a credential, then GET `commit` with the credential. The bundle does not change before the commit.',
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/upload',
  authority: 'scope:trust:write',
  rate: { requests: 30, window: '1m', by: 'caller', pool: 'trust-large' },
  request: {
    params: bySlug(),
    body: z.strictObject({
      byte_size: z.int().min(1).max(ARTIFACT_BYTES_MAX).describe('Exact size of the upload in bytes'),
      content_type: z.enum(ARTIFACT_MEDIA_TYPES).describe('Media type of the bytes'),
      display_name: nameText(120).describe('Name of the artifact'),
      excerpt: wellFormedText(500).optional(),
      signed: z.boolean().default(false).describe('Whether the artifact contains its own signature'),
      access: z
        .enum(['public', 'request'])
        .optional()
        .describe('Access to the artifact; absent: unchanged, and public for a new artifact'),
    }),
    maxBodyBytes: 8_192,
  },
  responses: {
    201: {
      description: 'The upload address',
      schema: z.object({
        id: z.uuid(),
        upload: z.object({
          method: z.literal('PUT'),
          url: z.string(),
          headers: z.record(z.string(), z.string()).describe('Headers to send unchanged'),
          expires_at: z.iso.datetime(),
        }),
        commit: z.string().describe('Address of the commit: GET it after the upload'),
      }),
    },
  },
  errors: STORE_ERRORS,
})

export const commitArtifact = endpoint({
  name: 'commitTrustArtifact',
  summary: 'Commit a large artifact',
  description:
    'Validates the bytes that putLargeTrustArtifact accepted and stores them in the bundle, as putTrustArtifact does. Repeating the request returns the same response and completes an interrupted commit.',
  tags,
  route: 'GET /api/trust/bundle/:hash/:slug/commit/:id',
  authority: 'scope:trust:write',
  rate: WRITES,
  request: {
    params: bySlug().extend({ id: z.uuid().describe('Id of the upload, from the redirect') }),
  },
  responses: {
    200: { description: 'The artifact was replaced', schema: Stored },
    201: { description: 'The artifact was created', schema: Stored },
  },
  errors: ['not_found', ...STORE_ERRORS],
})
