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
  summary: 'Send a large artifact of a bundle',
  description: `Takes the bytes of an artifact as the body, ${ARTIFACT_BYTES_MAX} at most, and leads to its commit: follow the redirect, with the same credential. Nothing is in the bundle before that; what nobody commits goes after ${STAGED_DAYS} day. putTrustArtifact leads here with more than ${BODY_BYTES_MAX} bytes.`,
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/large',
  authority: 'scope:trust:write',
  idempotent: true,
  // What was sent is kept for a day, whether it is committed or not.
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
      description: 'The bytes have arrived: GET the commit there, with the same credential',
      headers: { location },
    },
  },
  errors: STORE_ERRORS,
})

export const openUpload = endpoint({
  name: 'openTrustUpload',
  summary: 'Get an address for the bytes of an artifact',
  description:
    'For bodies that a gateway on the way refuses: answers with an address of the storage itself, at which exactly so many bytes may be stored, once, for a quarter of an hour. PUT them there with the headers that are told, without a credential, then GET `commit` with it. Nothing is in the bundle before that.',
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/upload',
  authority: 'scope:trust:write',
  rate: { requests: 30, window: '1m', by: 'caller', pool: 'trust-large' },
  request: {
    params: bySlug(),
    body: z.strictObject({
      byte_size: z.int().min(1).max(ARTIFACT_BYTES_MAX).describe('Bytes that will be sent, exactly'),
      content_type: z.enum(ARTIFACT_MEDIA_TYPES).describe('Their true media type'),
      display_name: nameText(120).describe('Name of the artifact'),
      excerpt: wellFormedText(500).optional(),
      signed: z.boolean().default(false).describe('It embeds a signature of its own'),
      access: z.enum(['public', 'request']).optional().describe('Who may have it; absent: as before, public at first'),
    }),
    maxBodyBytes: 8_192,
  },
  responses: {
    201: {
      description: 'The bytes may be sent',
      schema: z.object({
        id: z.uuid(),
        upload: z.object({
          method: z.literal('PUT'),
          url: z.string(),
          headers: z.record(z.string(), z.string()).describe('To be sent as they are'),
          expires_at: z.iso.datetime(),
        }),
        commit: z.string().describe('GET it once the bytes are there'),
      }),
    },
  },
  errors: STORE_ERRORS,
})

export const commitArtifact = endpoint({
  name: 'commitTrustArtifact',
  summary: 'Store a large artifact that was sent',
  description:
    'Checks the bytes that putLargeTrustArtifact has taken, and stores them in the bundle as putTrustArtifact does. The same again has the same answer, and finishes what was cut off.',
  tags,
  route: 'GET /api/trust/bundle/:hash/:slug/commit/:id',
  authority: 'scope:trust:write',
  rate: WRITES,
  request: {
    params: bySlug().extend({ id: z.uuid().describe('Id of what was sent, from the redirect') }),
  },
  responses: {
    200: { description: 'It is stored in the place of the one before', schema: Stored },
    201: { description: 'It is stored', schema: Stored },
  },
  errors: ['not_found', ...STORE_ERRORS],
})
