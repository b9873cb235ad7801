import { ARTIFACT_TYPES } from '@signet/artifacts'
import { type ErrorReference, endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS } from './rates.ts'
import { Sha256, slugText } from './slugs.ts'

export const tags = ['trust']

export const WRITES: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'trust-artifacts' }

/** Maximum bytes of an artifact that the function accepts as a request body. */
export const BODY_BYTES_MAX = 4_194_304

/** Maximum bytes of any artifact, and of a body that API Gateway accepts. */
export const ARTIFACT_BYTES_MAX = 10_485_760

export const BUNDLE_ARTIFACTS_MAX = 50
export const ARTIFACTS_MAX = 500
export const BYTES_MAX = 104_857_600

/** Longest encoding of 120 and 500 characters: API Gateway accepts 10,240 bytes of headers in total. */
const NAME_HEADER_MAX = 1_500
const EXCERPT_HEADER_MAX = 6_100

/** An artifact of a bundle (spec platform-api 2.7). */
export const TrustArtifact = z
  .object({
    receipt_hash: Sha256,
    artifact_slug: z.string(),
    tenant_id: z.string().describe('Id of the organization'),
    content_hash: Sha256.describe('SHA-256 of the bytes'),
    mime_type: z.enum(ARTIFACT_TYPES),
    byte_size: z.int().min(1),
    display_name: z.string(),
    excerpt: z.string().nullable(),
    signed: z
      .literal([0, 1])
      .describe('1: the artifact contains its own signature, as declared by the sender and not verified'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().describe('Time at which these bytes were stored'),
    access: z
      .enum(['public', 'request'])
      .describe('request: the page lists the artifact and serves its bytes only to visitors with a grant'),
  })
  .meta({ id: 'TrustArtifact' })
export type TrustArtifact = z.output<typeof TrustArtifact>

const hash = () => Sha256.describe('Hash of the receipt that the bundle belongs to')

const byHash = () => z.strictObject({ hash: hash() })

export const bySlug = () =>
  z.strictObject({ hash: hash(), slug: slugText().describe('Slug of the artifact, in any case') })

export const Stored = z.object({
  row: TrustArtifact,
  content_hash: Sha256,
  created: z.boolean().describe('false: the artifact existed, and these bytes replaced its bytes'),
  warnings: z
    .array(z.object({ rule: z.string(), message: z.string() }))
    .describe('Warnings for readers, such as formulas in a CSV'),
})

export const artifactHeaders = () =>
  z.object({
    'content-type': z.string().max(256).optional().describe('Media type of the bytes'),
    'x-display-name': z
      .string()
      .max(NAME_HEADER_MAX)
      .describe("Name, 1 to 120 characters, as they are or encoded as UTF-8''Pr%C3%BCfbericht"),
    'x-excerpt': z
      .string()
      .max(EXCERPT_HEADER_MAX)
      .optional()
      .describe('Excerpt, at most 500 characters, encoded like the name'),
    'x-signed': z.enum(['true', 'false']).optional().describe('true: the artifact contains its own signature'),
    'x-access': z
      .enum(['public', 'request'])
      .optional()
      .describe('request: only for visitors with a granted request. Absent: unchanged, and public for a new artifact'),
  })

export const STORE_ERRORS = [
  {
    code: 'cross_tenant_conflict',
    status: 409,
    description: 'The hash belongs to a receipt or a bundle of another organization.',
  },
  {
    code: 'trust_bundle_limit',
    status: 409,
    description: 'The bundle has reached `limit` artifacts. Remove one, or replace one.',
  },
  {
    code: 'trust_artifact_limit',
    status: 409,
    description: 'The organization has reached `limit` artifacts across all bundles. Remove one, or replace one.',
  },
  {
    code: 'trust_storage_limit',
    status: 409,
    description: 'The artifacts of the organization would exceed `limit` bytes in total; `current` bytes are in use.',
  },
  'payload_too_large',
  {
    code: 'unsupported_media_type',
    status: 415,
    description: 'The type is not supported, or the bytes violate a rule of the type, named in `rule`.',
  },
  'spend_ceiling',
  'unavailable',
] as const satisfies readonly ErrorReference[]

export const ARTIFACT_MEDIA_TYPES = [...ARTIFACT_TYPES, 'application/x-zip-compressed']

export const location = { description: 'Address to follow', schema: z.string() }

export const listArtifacts = endpoint({
  name: 'listTrustArtifacts',
  summary: 'List artifacts of a bundle',
  description: `Returns all artifacts of the bundle, sorted by slug: ${BUNDLE_ARTIFACTS_MAX} at most. Returns an empty list for a bundle of another organization.`,
  tags,
  route: 'GET /api/trust/bundle/:hash',
  authority: 'scope:trust:read',
  rate: READS,
  request: { params: byHash() },
  responses: {
    200: {
      description: 'Artifacts of the bundle',
      schema: z.object({ receipt_hash: Sha256, artifacts: z.array(TrustArtifact), count: z.int().min(0) }),
    },
  },
  errors: ['unavailable'],
})

export const getArtifact = endpoint({
  name: 'getTrustArtifact',
  summary: 'Get an artifact of a bundle',
  description:
    "Returns the metadata of the artifact, without its bytes. Returns 404 for another organization's artifact.",
  tags,
  route: 'GET /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:read',
  rate: READS,
  request: { params: bySlug() },
  responses: { 200: { description: 'The artifact', schema: TrustArtifact } },
  errors: ['not_found', 'unavailable'],
})

export const putArtifact = endpoint({
  name: 'putTrustArtifact',
  summary: 'Store an artifact of a bundle',
  description: `Stores the request body as an artifact if its bytes match Content-Type: ${ARTIFACT_BYTES_MAX} bytes at most. A body of more than ${BODY_BYTES_MAX} bytes is redirected to the upload address for large bodies, or to the commit of an upload that has arrived: follow redirects with the same credential. An artifact with the same slug is replaced. Readers get the old or the new version, never the bytes of one with the hash of the other. A hash without a known receipt belongs to the first organization that stores an artifact for it, while the bundle has artifacts.`,
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: {
    params: bySlug(),
    headers: artifactHeaders(),
    bodyType: 'bytes',
    mediaTypes: ARTIFACT_MEDIA_TYPES,
    maxBodyBytes: ARTIFACT_BYTES_MAX,
  },
  responses: {
    200: { description: 'The artifact was replaced', schema: Stored },
    201: { description: 'The artifact was created', schema: Stored },
    303: {
      description: 'The bytes have arrived: GET the commit address with the same credential',
      headers: { location },
    },
    307: {
      description: `The body has more than ${BODY_BYTES_MAX} bytes: send it to this address`,
      headers: { location },
    },
  },
  errors: STORE_ERRORS,
})

export const copyArtifact = endpoint({
  name: 'copyTrustArtifact',
  summary: 'Copy an artifact from another bundle',
  description:
    "Copies the artifact with this slug from the bundle `from` into this bundle, with its name, excerpt and access. Use it to keep the documents of a page when its slug moves to another receipt. An existing artifact is replaced. Returns 404 for another organization's artifact.",
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/copy',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: {
    params: bySlug(),
    body: z.strictObject({ from: Sha256.describe('Hash of the bundle to copy from') }),
    maxBodyBytes: 1_024,
  },
  responses: {
    200: { description: 'The artifact was replaced', schema: Stored },
    201: { description: 'The artifact was created', schema: Stored },
  },
  errors: ['not_found', ...STORE_ERRORS],
})

export const changeArtifact = endpoint({
  name: 'changeTrustArtifact',
  summary: 'Change access to an artifact',
  description:
    "Sets `public` (anyone can download the artifact) or `request` (only visitors with a granted request). The bytes do not change. Returns 404 for another organization's artifact.",
  tags,
  route: 'PATCH /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: {
    params: bySlug(),
    body: z.strictObject({ access: z.enum(['public', 'request']).describe('Access to the artifact') }),
    maxBodyBytes: 1_024,
  },
  responses: { 200: { description: 'The artifact', schema: TrustArtifact } },
  errors: ['not_found', 'unavailable'],
})

export const deleteArtifact = endpoint({
  name: 'deleteTrustArtifact',
  summary: 'Remove an artifact from a bundle',
  description: 'Deletes the bytes of the artifact, then its metadata. The slug can be used again.',
  tags,
  route: 'DELETE /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:write',
  rate: WRITES,
  request: {
    // A malformed hash or slug gets the same 404 as an unknown one.
    params: z.strictObject({
      hash: z.string().min(1).max(200).describe('Hash of the receipt'),
      slug: z.string().min(1).max(200).describe('Slug of the artifact'),
    }),
  },
  responses: { 204: { description: 'The artifact was deleted' } },
  errors: [
    { code: 'cross_tenant_forbidden', status: 403, description: 'The artifact belongs to another organization.' },
    'not_found',
    'unavailable',
  ],
})
