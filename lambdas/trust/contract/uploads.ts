import { endpoint } from '@signet/contracts'
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

/** Days for which what was sent waits for its commit. */
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
