import { ARTIFACT_TYPES } from '@signet/artifacts'
import { type ErrorReference, endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS } from './rates.ts'
import { Sha256, slugText } from './slugs.ts'

export const tags = ['trust']

export const WRITES: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'trust-artifacts' }

/** Bytes of an artifact that the function takes itself as the body of a request. */
export const BODY_BYTES_MAX = 4_194_304

/** Bytes of any artifact, and of a body that API Gateway takes. */
export const ARTIFACT_BYTES_MAX = 10_485_760

export const BUNDLE_ARTIFACTS_MAX = 50
export const ARTIFACTS_MAX = 500
export const BYTES_MAX = 104_857_600

/** 120 and 500 characters as they are written at the longest: API Gateway takes 10,240 bytes of headers, all together. */
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
    signed: z.literal([0, 1]).describe('1: it embeds a signature of its own, says who sent it; nobody checks that'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().describe('When these bytes were stored'),
    access: z
      .enum(['public', 'request'])
      .describe('request: the page names it, and gives its bytes only to whom they were granted'),
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
  created: z.boolean().describe('false: it was there, and these bytes stand in its place'),
  warnings: z
    .array(z.object({ rule: z.string(), message: z.string() }))
    .describe('What readers should know, such as formulas in a CSV'),
})

export const artifactHeaders = () =>
  z.object({
    'content-type': z.string().max(256).optional().describe('The true media type of the bytes'),
    'x-display-name': z
      .string()
      .max(NAME_HEADER_MAX)
      .describe("1 to 120 characters, as they are or as UTF-8''Pr%C3%BCfbericht"),
    'x-excerpt': z
      .string()
      .max(EXCERPT_HEADER_MAX)
      .optional()
      .describe('At most 500 characters, written like the name'),
    'x-signed': z.enum(['true', 'false']).optional().describe('true: the artifact embeds a signature of its own'),
    'x-access': z
      .enum(['public', 'request'])
      .optional()
      .describe('request: for those alone whose request is granted. Absent: as before, public at first'),
  })

export const STORE_ERRORS = [
  {
    code: 'cross_tenant_conflict',
    status: 409,
    description: 'The hash is of a receipt of another organization, or of its bundle.',
  },
  {
    code: 'trust_bundle_limit',
    status: 409,
    description: 'The bundle has `limit` artifacts: remove one, or replace one.',
  },
  {
    code: 'trust_artifact_limit',
    status: 409,
    description: 'The organization has `limit` artifacts in all bundles: remove one, or replace one.',
  },
  {
    code: 'trust_storage_limit',
    status: 409,
    description: 'All artifacts of the organization may have `limit` bytes together, of which `current` are used.',
  },
  'payload_too_large',
  {
    code: 'unsupported_media_type',
    status: 415,
    description: 'The type is not one of those that are taken, or the bytes break its rule, which `rule` names.',
  },
  'spend_ceiling',
  'unavailable',
] as const satisfies readonly ErrorReference[]

export const ARTIFACT_MEDIA_TYPES = [...ARTIFACT_TYPES, 'application/x-zip-compressed']

export const location = { description: 'Where to go', schema: z.string() }

export const listArtifacts = endpoint({
  name: 'listTrustArtifacts',
  summary: 'Artifacts of a bundle',
  description: `All artifacts of the bundle, by slug: ${BUNDLE_ARTIFACTS_MAX} at most. A bundle of another organization is answered like an empty one.`,
  tags,
  route: 'GET /api/trust/bundle/:hash',
  authority: 'scope:trust:read',
  rate: READS,
  request: { params: byHash() },
  responses: {
    200: {
      description: 'The bundle',
      schema: z.object({ receipt_hash: Sha256, artifacts: z.array(TrustArtifact), count: z.int().min(0) }),
    },
  },
  errors: ['unavailable'],
})

export const getArtifact = endpoint({
  name: 'getTrustArtifact',
  summary: 'An artifact of a bundle',
  description: 'What is known of the artifact, without its bytes. One of another organization is answered like none.',
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
  description: `Takes the bytes of an artifact as the body, if they are what Content-Type says: ${ARTIFACT_BYTES_MAX} at most. Whoever sends more than ${BODY_BYTES_MAX} is sent on, to the address for large bodies or to the commit of what has arrived: follow redirects, with the same credential. The same slug again stands in the place of the one before; readers see the one or the other, never bytes of one with the hash of the other. A hash of no known receipt is of the first who stores an artifact for it, while the bundle has artifacts.`,
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
    200: { description: 'It is stored in the place of the one before', schema: Stored },
    201: { description: 'It is stored', schema: Stored },
    303: {
      description: 'The bytes have arrived: GET the commit there, with the same credential',
      headers: { location },
    },
    307: { description: `More than ${BODY_BYTES_MAX} bytes: send them there`, headers: { location } },
  },
  errors: STORE_ERRORS,
})

export const copyArtifact = endpoint({
  name: 'copyTrustArtifact',
  summary: 'Copy an artifact from another bundle',
  description:
    'Stores the artifact that the bundle `from` has under the slug in this bundle, too, with its name, its excerpt and who may have it: a page that comes to stand for another receipt keeps its documents. It stands in the place of one that is there. An artifact of another organization is answered like none.',
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/copy',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: {
    params: bySlug(),
    body: z.strictObject({ from: Sha256.describe('The bundle that has it') }),
    maxBodyBytes: 1_024,
  },
  responses: {
    200: { description: 'It is stored in the place of the one before', schema: Stored },
    201: { description: 'It is stored', schema: Stored },
  },
  errors: ['not_found', ...STORE_ERRORS],
})

export const changeArtifact = endpoint({
  name: 'changeTrustArtifact',
  summary: 'Say who may have an artifact',
  description:
    'An artifact that is `public` is for everybody; one on `request` for those whose request is granted. Its bytes stay as they are. One of another organization is answered like none.',
  tags,
  route: 'PATCH /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: {
    params: bySlug(),
    body: z.strictObject({ access: z.enum(['public', 'request']).describe('Who may have it') }),
    maxBodyBytes: 1_024,
  },
  responses: { 200: { description: 'The artifact', schema: TrustArtifact } },
  errors: ['not_found', 'unavailable'],
})

export const deleteArtifact = endpoint({
  name: 'deleteTrustArtifact',
  summary: 'Remove an artifact from a bundle',
  description: 'Removes its bytes, then what is known of it. It may be sent again.',
  tags,
  route: 'DELETE /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:write',
  rate: WRITES,
  request: {
    // Of a form that no artifact has there is none.
    params: z.strictObject({
      hash: z.string().min(1).max(200).describe('Hash of the receipt'),
      slug: z.string().min(1).max(200).describe('Slug of the artifact'),
    }),
  },
  responses: { 204: { description: 'It is gone' } },
  errors: [
    { code: 'cross_tenant_forbidden', status: 403, description: 'The artifact is of another organization.' },
    'not_found',
    'unavailable',
  ],
})
