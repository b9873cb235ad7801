import { ARTIFACT_TYPES } from '@signet/artifacts'
import { type ErrorReference, endpoint, type RateDefinition } from '@signet/contracts'
import * as z from 'zod'
import { READS } from './rates.ts'
import { Sha256, slugText } from './slugs.ts'

export const tags = ['trust']

export const MIB = 1_048_576

export const WRITES: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'trust-artifacts' }

/** Maximum bytes of an artifact that the function accepts as a request body. */
export const BODY_BYTES_MAX = 4_194_304

/** Maximum bytes of any artifact, and of a body that API Gateway accepts. */
export const ARTIFACT_BYTES_MAX = 10_485_760

export const BUNDLE_ARTIFACTS_MAX = 50
export const ARTIFACTS_MAX = 500
export const TOTAL_BYTES_MAX = 104_857_600

/**
 * Maximum header lengths, for the longest encodings of a name of 120 and an excerpt of 500 characters. API Gateway
 * accepts 10,240 bytes of headers in total.
 */
const NAME_HEADER_MAX = 1_500
const EXCERPT_HEADER_MAX = 6_100

/** An artifact of a bundle (spec platform-api 2.7). */
export const TrustArtifact = z
  .object({
    receipt_hash: Sha256,
    artifact_slug: z.string(),
    tenant_id: z.string().describe('ID of the organization that owns the document'),
    content_hash: Sha256.describe('SHA-256 of the stored bytes'),
    mime_type: z.enum(ARTIFACT_TYPES),
    byte_size: z.int().min(1),
    display_name: z.string(),
    excerpt: z.string().nullable(),
    signed: z
      .literal([0, 1])
      .describe(
        '1 if the document contains its own signature, as declared by the sender; the signature is not verified',
      ),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().describe('Time at which the stored bytes last changed'),
    access: z
      .enum(['public', 'request'])
      .describe(
        '`public`: anyone can download the document; `request`: the page lists the document, but only visitors whose request was granted can download it',
      ),
  })
  .meta({ id: 'TrustArtifact' })
export type TrustArtifact = z.output<typeof TrustArtifact>

const hash = () => Sha256.describe('Hash of the receipt that identifies the bundle')

const bundleParams = () => z.strictObject({ hash: hash() })

export const artifactParams = () =>
  z.strictObject({ hash: hash(), slug: slugText().describe('Slug of the document; not case-sensitive') })

export const StoreResponse = z.object({
  row: TrustArtifact,
  content_hash: Sha256,
  created: z.boolean().describe('Whether the document is new; false if it replaced an existing document'),
  warnings: z
    .array(z.object({ rule: z.string(), message: z.string() }))
    .describe('Warnings about the content, such as formulas in a CSV file'),
})

export const artifactHeaders = () =>
  z.object({
    'content-type': z.string().max(256).optional().describe('Media type of the document'),
    'x-display-name': z
      .string()
      .max(NAME_HEADER_MAX)
      .describe("Name of the document, 1 to 120 characters, as plain text or encoded as in `UTF-8''Pr%C3%BCfbericht`"),
    'x-excerpt': z
      .string()
      .max(EXCERPT_HEADER_MAX)
      .optional()
      .describe('Excerpt of the document, at most 500 characters, encoded in the same way as the name'),
    'x-signed': z.enum(['true', 'false']).optional().describe('`true` if the document contains its own signature'),
    'x-access': z
      .enum(['public', 'request'])
      .optional()
      .describe(
        '`public`: anyone can download the document; `request`: only visitors whose request was granted can. If absent, an existing document keeps its access, and a new document is public.',
      ),
  })

export const STORE_ERRORS = [
  {
    code: 'cross_tenant_conflict',
    status: 409,
    description: 'The hash belongs to a receipt or bundle of another organization.',
  },
  {
    code: 'trust_bundle_limit',
    status: 409,
    description: 'The bundle has reached the limit of `limit` documents. Remove or replace one.',
  },
  {
    code: 'trust_artifact_limit',
    status: 409,
    description:
      'The organization has reached the limit of `limit` documents across all bundles. Remove or replace one.',
  },
  {
    code: 'trust_storage_limit',
    status: 409,
    description: "The organization's documents would exceed `limit` bytes in total; `current` bytes are in use.",
  },
  'payload_too_large',
  {
    code: 'unsupported_media_type',
    status: 415,
    description:
      'The media type is not supported, or the content breaks a rule of its type; `rule` is the name of the rule.',
  },
  'spend_ceiling',
  'unavailable',
] as const satisfies readonly ErrorReference[]

export const ARTIFACT_MEDIA_TYPES = [...ARTIFACT_TYPES, 'application/x-zip-compressed']

export const location = { description: 'URL of the redirect target', schema: z.string() }

export const listArtifacts = endpoint({
  name: 'listTrustArtifacts',
  summary: 'List documents of a bundle',
  description: `Returns all documents of a bundle (the documents of a trust page), sorted by slug, at most ${BUNDLE_ARTIFACTS_MAX}. For another organization's bundle, the list is empty.`,
  tags,
  route: 'GET /api/trust/bundle/:hash',
  authority: 'scope:trust:read',
  rate: READS,
  request: { params: bundleParams() },
  responses: {
    200: {
      description: 'Documents of the bundle',
      schema: z.object({ receipt_hash: Sha256, artifacts: z.array(TrustArtifact), count: z.int().min(0) }),
    },
  },
  errors: ['unavailable'],
})

export const getArtifact = endpoint({
  name: 'getTrustArtifact',
  summary: 'Get a document of a bundle',
  description:
    "Returns the metadata of a document in a bundle (the documents of a trust page), without its bytes. Returns 404 for another organization's document.",
  tags,
  route: 'GET /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:read',
  rate: READS,
  request: { params: artifactParams() },
  responses: { 200: { description: 'The document', schema: TrustArtifact } },
  errors: ['not_found', 'unavailable'],
})

export const putArtifact = endpoint({
  name: 'putTrustArtifact',
  summary: 'Store a document in a bundle',
  description: `Stores the request body as a document in a bundle (the documents of a trust page). The content must match \`Content-Type\` and can be up to ${ARTIFACT_BYTES_MAX / MIB} MiB. A body larger than ${BODY_BYTES_MAX / MIB} MiB is redirected to the upload URL for large bodies or, if it was already uploaded, to the commit URL. Follow redirects with the same credential. A document with the same slug is replaced; readers receive either the old or the new version, always with the matching hash. If no receipt with this hash is known, the bundle belongs to the first organization that stores a document in it, until the bundle is empty.`,
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: {
    params: artifactParams(),
    headers: artifactHeaders(),
    bodyType: 'bytes',
    mediaTypes: ARTIFACT_MEDIA_TYPES,
    maxBodyBytes: ARTIFACT_BYTES_MAX,
  },
  responses: {
    200: { description: 'The document was replaced', schema: StoreResponse },
    201: { description: 'The document was created', schema: StoreResponse },
    303: {
      description: 'The upload is complete. Send GET to the commit URL in `Location` with the same credential.',
      headers: { location },
    },
    307: {
      description: `The body is larger than ${BODY_BYTES_MAX / MIB} MiB. Send it to the URL in \`Location\`.`,
      headers: { location },
    },
  },
  errors: STORE_ERRORS,
})

export const copyArtifact = endpoint({
  name: 'copyTrustArtifact',
  summary: 'Copy a document from another bundle',
  description:
    "Copies the document with this slug from another bundle (the documents of a trust page), `from`, into this one, with its name, excerpt and access. Use this operation to preserve the documents of a trust page when its slug is moved to another receipt. An existing document is replaced. Returns 404 for another organization's document.",
  tags,
  route: 'POST /api/trust/bundle/:hash/:slug/copy',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: {
    params: artifactParams(),
    body: z.strictObject({ from: Sha256.describe('Hash of the receipt that identifies the bundle to copy from') }),
    maxBodyBytes: 1_024,
  },
  responses: {
    200: { description: 'The document was replaced', schema: StoreResponse },
    201: { description: 'The document was created', schema: StoreResponse },
  },
  errors: ['not_found', ...STORE_ERRORS],
})

export const changeArtifact = endpoint({
  name: 'changeTrustArtifact',
  summary: 'Change the access to a document',
  description:
    "Sets the access to `public` (anyone can download the document) or `request` (only visitors whose request was granted can). The content does not change. Returns 404 for another organization's document.",
  tags,
  route: 'PATCH /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:write',
  idempotent: true,
  rate: WRITES,
  request: {
    params: artifactParams(),
    body: z.strictObject({ access: z.enum(['public', 'request']).describe('New access to the document') }),
    maxBodyBytes: 1_024,
  },
  responses: { 200: { description: 'The updated document', schema: TrustArtifact } },
  errors: ['not_found', 'unavailable'],
})

export const deleteArtifact = endpoint({
  name: 'deleteTrustArtifact',
  summary: 'Remove a document from a bundle',
  description: 'Deletes the document and its metadata. The slug of the document can be used again.',
  tags,
  route: 'DELETE /api/trust/bundle/:hash/:slug',
  authority: 'scope:trust:write',
  rate: WRITES,
  request: {
    // A malformed hash or slug gets the same 404 as an unknown one.
    params: z.strictObject({
      hash: z.string().min(1).max(200).describe('Hash of the receipt that identifies the bundle'),
      slug: z.string().min(1).max(200).describe('Slug of the document'),
    }),
  },
  responses: { 204: { description: 'The document was deleted' } },
  errors: [
    { code: 'cross_tenant_forbidden', status: 403, description: 'The document belongs to another organization.' },
    'not_found',
    'unavailable',
  ],
})
