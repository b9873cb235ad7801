import { endpoint, type RateDefinition } from '@signet/contracts'
import { ASSET_TYPES, DOMAINS } from '@signet/evidence/schemas'
import * as z from 'zod'

const tags = ['evidence']

const RATE: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'evidence-library' }

/** The largest JSON body of the evidence engine (spec platform-api 4.5). */
export const BODY_BYTES = 131_072

export const VERIFICATION_STATUSES = ['verified', 'unverified', 'pending', 'disputed'] as const

const AssetType = z.enum(ASSET_TYPES)
const AssetDomain = z.enum(DOMAINS)

const assetFields = {
  type: AssetType.describe('Type of evidence'),
  title: z.string().min(10).max(200),
  content: z.record(z.string(), z.unknown()).describe('Object with any fields, which the API does not interpret'),
  domains: z.array(AssetDomain).min(1).max(DOMAINS.length).describe('Subject areas of the asset'),
  tags: z.array(z.string().min(1).max(50)).max(50),
  qualityScore: z.number().min(0).max(100).nullable(),
  verificationStatus: z.enum(VERIFICATION_STATUSES),
  authorName: z.string().max(200).nullable(),
  authorBio: z.string().max(2_000).nullable(),
  sourceUrl: z.string().max(2_000).nullable(),
}

/** A new asset. Absent fields get the defaults below. */
export const AssetInput = z.strictObject({
  ...assetFields,
  tags: assetFields.tags.default([]),
  qualityScore: assetFields.qualityScore.default(null),
  verificationStatus: assetFields.verificationStatus.default('unverified'),
  authorName: assetFields.authorName.default(null),
  authorBio: assetFields.authorBio.default(null),
  sourceUrl: assetFields.sourceUrl.default(null),
})
export type AssetBody = z.output<typeof AssetInput>

const AssetChange = z.strictObject(assetFields).partial()

/** An asset of the library (spec platform-api 2.6, AssetResponse). */
export const EvidenceAsset = z
  .object({
    id: z.string(),
    ...assetFields,
    usageCount: z.int().min(0).describe('Number of accepted revisions that contain the asset'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'EvidenceAsset' })
export type EvidenceAsset = z.output<typeof EvidenceAsset>

const assetIdParams = () => z.strictObject({ id: z.uuid().describe('ID of the asset') })

const AssetResponse = z.object({ asset: EvidenceAsset })

export const listAssets = endpoint({
  name: 'listEvidenceAssets',
  summary: 'List evidence assets',
  description:
    "Returns the organization's assets, newest first. `q` finds assets that contain each of its words in title, tags, author, source or content, ignoring case. A page has at most 4 MB, so it can contain fewer assets than `limit`.",
  tags,
  route: 'GET /api/v1/evidence/library',
  authority: 'scope:evidence:read',
  rate: RATE,
  request: {
    query: z.strictObject({
      type: AssetType.optional().describe('Filter by type'),
      domain: AssetDomain.optional().describe('Filter by subject area'),
      q: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Search words, separated by spaces; each must occur in the asset'),
      limit: z.int().min(1).max(100).default(20).describe('Assets per page'),
      cursor: z.string().max(500).optional().describe('`nextCursor` of the previous page'),
    }),
  },
  responses: {
    200: {
      description: 'A page of assets',
      schema: z.object({
        assets: z.array(EvidenceAsset),
        nextCursor: z.string().optional().describe('Cursor of the next page; absent on the last page'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const createAsset = endpoint({
  name: 'createEvidenceAsset',
  summary: 'Add an evidence asset',
  description:
    "Adds an asset (a piece of evidence, such as a source) to the organization's evidence library. The Free plan has no library; on the Pro and Team plans, the limit is 50 assets. Concurrent requests cannot exceed the limit.",
  tags,
  route: 'POST /api/v1/evidence/library',
  authority: 'scope:evidence:write',
  rate: RATE,
  request: { body: AssetInput, maxBodyBytes: BODY_BYTES },
  responses: { 201: { description: 'The asset was added', schema: AssetResponse } },
  errors: [
    {
      code: 'library_limit',
      status: 402,
      description:
        'The library has reached the limit of the plan `tier`: it contains `current` of `limit` assets; see `upgrade`.',
    },
    'upstream_failed',
    'unavailable',
  ],
})

export const getAsset = endpoint({
  name: 'getEvidenceAsset',
  summary: 'Get an evidence asset',
  description: "Returns an asset of the evidence library. Returns 404 for another organization's asset.",
  tags,
  route: 'GET /api/v1/evidence/library/:id',
  authority: 'scope:evidence:read',
  rate: RATE,
  request: { params: assetIdParams() },
  responses: { 200: { description: 'The evidence asset', schema: AssetResponse } },
  errors: ['not_found', 'unavailable'],
})

export const updateAsset = endpoint({
  name: 'updateEvidenceAsset',
  summary: 'Update an evidence asset',
  description:
    'Replaces the given fields of an asset. Absent fields remain unchanged. `updatedAt` changes with each request.',
  tags,
  route: 'PUT /api/v1/evidence/library/:id',
  authority: 'scope:evidence:write',
  idempotent: true,
  rate: RATE,
  request: { params: assetIdParams(), body: AssetChange, maxBodyBytes: BODY_BYTES },
  responses: { 200: { description: 'The updated asset', schema: AssetResponse } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})

export const deleteAsset = endpoint({
  name: 'deleteEvidenceAsset',
  summary: 'Delete an evidence asset',
  description: 'Deletes the asset permanently. It no longer counts against the asset limit of your evidence library.',
  tags,
  route: 'DELETE /api/v1/evidence/library/:id',
  authority: 'scope:evidence:write',
  rate: RATE,
  request: { params: assetIdParams() },
  responses: {
    200: { description: 'The asset was deleted', schema: z.object({ id: z.string(), deleted: z.literal(true) }) },
  },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})
